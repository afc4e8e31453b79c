import {
  type ImportColumn,
  isMapped,
  type NumberColumn,
} from '../../../../../contract/files/import-columns.ts';
import type { ImportOptions } from '../../../../../contract/runs.ts';
import type { Authorized } from '../../../../kernel/access.ts';
import { offeredDistricts } from '../../../districts/districts.service.ts';
import { listNumberedLocations } from '../../../locations/locations.facts.service.ts';
import { allRoles } from '../../../roles/roles.service.ts';
import { listEmployeeNumbers } from '../../../users/list/user-keys.service.ts';
import type { RunRow } from '../../runs.repository.ts';
import { type Catalog, createCatalog } from './catalog.pure.ts';
import type { Reading } from './cells.pure.ts';
import { createMeanings, zeroFinder } from './meanings.pure.ts';

/** In the actor's scope. Used for half a second, because roles and locations change. */
export async function loadReading(
  ctx: Authorized,
  { file, options }: Pick<RunRow, 'file' | 'options'>,
): Promise<Reading> {
  if (!file || !options) throw new Error('The columns of the file were not chosen');
  const has = (column: ImportColumn) => isMapped(options.mapping, column);
  return {
    options,
    headers: file.headers,
    date_order: file.date_order,
    roles: has('roles') ? await loadRoles(ctx) : createCatalog('role', []),
    locations: has('locations') ? await loadLocations(ctx) : createCatalog('location', []),
    districts: has('district') || has('districts') ? await loadDistricts(ctx) : createCatalog('district', []),
    meanings: createMeanings(options.meanings, await loadZeros(ctx, options)),
  };
}

async function loadZeros(ctx: Authorized, { mapping, zeros = [] }: Pick<ImportOptions, 'mapping' | 'zeros'>) {
  const used = zeros.filter((column) => isMapped(mapping, column));
  return new Map(
    await Promise.all(used.map(async (column) => [column, await loadZerosOf(ctx, column)] as const)),
  );
}

/** In the actor's scope. */
export async function loadZerosOf(ctx: Authorized, column: NumberColumn) {
  if (column === 'employee_number') return zeroFinder(await listEmployeeNumbers(ctx));
  return zeroFinder((await listNumberedLocations(ctx)).flatMap(({ number }) => number ?? []));
}

export async function loadRoles(ctx: Authorized): Promise<Catalog> {
  const roles = await allRoles(ctx);
  return createCatalog(
    'role',
    roles.map(({ id, name }) => ({ id, name, number: null })),
  );
}

export async function loadLocations(ctx: Authorized): Promise<Catalog> {
  return createCatalog('location', await listNumberedLocations(ctx));
}

export async function loadDistricts(ctx: Authorized): Promise<Catalog> {
  const districts = await offeredDistricts(ctx, []);
  return createCatalog(
    'district',
    districts.map(({ value: id, name, number }) => ({ id, name, number })),
  );
}
