import type { QueryClient } from '@tanstack/react-query';
import type { Run } from '../../../contract/runs.ts';
import { salesKey } from '../../features/registers/registers.api.ts';
import { tellFollowers } from '../../lib/list/list-changes.ts';
import { askForChanges } from '../../lib/network/change-log.ts';

/** The rows that a run changed come with the change log, as those of others do. */
export async function refreshAfterRun({ about }: Run, client: QueryClient) {
  if (about === 'stock') return client.invalidateQueries({ queryKey: salesKey });
  if (!askForChanges()) await tellFollowers(about, 'unknown');
}
