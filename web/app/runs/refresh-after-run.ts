import type { QueryClient } from '@tanstack/react-query';
import type { Run } from '../../../contract/runs.ts';
import { refreshLocations } from '../../features/locations/locations.api.ts';
import { salesKey } from '../../features/registers/registers.api.ts';
import { changedSubjects } from '../../features/runs/runs.api.ts';
import { refreshUsers } from '../../features/users/users.api.ts';
import { invalidateDirectories } from '../../lib/directory/index.ts';

export async function refreshAfterRun(run: Run, client: QueryClient) {
  if (run.about === 'stock') return client.invalidateQueries({ queryKey: salesKey });
  const ids = await changedSubjects(run).catch(() => null);
  if (ids === null) invalidateDirectories();
  else await (run.about === 'users' ? refreshUsers(ids, client) : refreshLocations(ids));
}
