import { setTimeout as sleep } from 'node:timers/promises';
import type { Requirement } from '../../../contract/access/permissions.ts';
import { type Authorized, systemContext } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import type { App, InTransaction } from '../../kernel/context.ts';
import { inParts } from '../../platform/database/query.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { deleteDistrict } from '../districts/districts.service.ts';
import { deleteLocation } from '../locations/locations.service.ts';
import { removeRegister } from '../registers/connections/registers.service.ts';
import { deleteUser } from '../users/users.service.ts';
import * as repository from './demo-data.repository.ts';

/** A running server waits for its turn in between. */
const rowsPerTransaction = 100;
const pauseMs = 15;

export interface Removal {
  removed: number;
  /** What somebody changed or uses since, by name: it is theirs now. */
  remaining: string[];
}

/**
 * Through the use cases of the screens: all that `addDemoData` made with any seed, but for what somebody else has changed,
 * has an account of, or is assigned to.
 */
export async function removeDemoData(app: App) {
  const read = app.database.read;
  const users = await remove(app, await repository.listUsers(read), deleteUser);
  const locations = await remove(app, await repository.listLocations(read), deleteLocation);
  const districts = await remove(app, await repository.listDistricts(read), deleteDistrict);
  const ctx = systemContext<'registers.manage'>(app, repository.demoActor);
  for (const id of await repository.listRegisters(read)) await removeRegister(ctx, id);
  return { users, locations, districts };
}

/** Locations that demo data did not make. */
export function countRealLocations(app: App): Promise<number> {
  return repository.countRealLocations(app.database.read);
}

async function remove<R extends Requirement>(
  app: App,
  rows: readonly repository.DemoRow[],
  removeRow: (ctx: InTransaction<Authorized<R>>, id: string) => Promise<void>,
): Promise<Removal> {
  const { used = [], unused = [] } = Object.groupBy(rows, ({ is_used }) => (is_used ? 'used' : 'unused'));
  const removal: Removal = { removed: 0, remaining: used.map(({ name }) => name) };
  for (const part of inParts(unused, rowsPerTransaction)) {
    await change(systemContext<R>(app, repository.demoActor), {}, async (ctx) => {
      for (const { id, name } of part) {
        try {
          await removeRow(ctx, id);
          removal.removed += 1;
        } catch (error) {
          // The last administrator, for example.
          if (!(error instanceof ApiError)) throw error;
          removal.remaining.push(name);
        }
      }
    });
    await sleep(pauseMs);
  }
  return removal;
}
