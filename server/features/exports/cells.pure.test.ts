import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { locationInput } from '../../../contract/fields/location-input.ts';
import { userInput } from '../../../contract/fields/user-input.ts';
import { exportedLocationColumns, exportedUserColumns } from '../../../contract/files/exports.ts';
import { listColumns } from '../../../contract/files/import-columns.ts';
import type { RunSubject } from '../../../contract/runs.ts';
import { csvHead, csvRows } from '../../platform/csv.ts';
import { inMemory } from '../../platform/spool.ts';
import { createCatalog } from '../runs/import/cells/catalog.pure.ts';
import { readLocationLine, readUserLine } from '../runs/import/cells/cells.pure.ts';
import { createMeanings } from '../runs/import/cells/meanings.pure.ts';
import { isNothing } from '../runs/import/cells/plain-cell.pure.ts';
import { mapHeaders } from '../runs/import/file/map-headers.pure.ts';
import { checkFile, readLines } from '../runs/import/file/read-file.pure.ts';
import {
  chosenColumns,
  type ExportedLocation,
  type ExportedUser,
  locationCells,
  userCells,
} from './cells.pure.ts';

/** Names that spreadsheets, separators, signs and quotes could break. */
const anyText = fc.string({
  unit: fc.constantFrom(
    ...['=', '+', '-', '@', "'", '"', ';', ',', ' ', '\\', '＝', 'é', '😀', '0', '7', 'x', 'A'],
  ),
  minLength: 1,
  maxLength: 8,
});
/** What means nothing in a file keeps the value as it is. */
const isKept = (text: string | null) => text !== null && isNothing(text);
const valid = (schema: z.ZodMiniType<string>) =>
  anyText
    .map((text) => z.safeParse(schema, text))
    .filter((result) => result.success)
    .map((result) => result.data)
    .filter((text) => !isKept(text));
const optional = (schema: z.ZodMiniType<string | null>) =>
  fc
    .option(anyText)
    .map((text) => z.safeParse(schema, text))
    .filter((result) => result.success)
    .map((result) => result.data)
    .filter((text) => !isKept(text));

const { full_name, phone, employee_number } = userInput.shape;
const place = locationInput.shape;
const id = fc.uuid();
const time = '2026-01-31T10:11:12.000Z';

async function read(about: RunSubject, columns: { label: string }[], rows: (string | null)[][]) {
  const text = csvHead(columns.map(({ label }) => label)) + csvRows(rows);
  const file = inMemory(Buffer.from(text));
  const facts = await checkFile(file, {}, about);
  const lines: string[][] = [];
  for await (const line of readLines(file, facts)) lines.push(line.cells);
  return { headers: facts.headers, lines };
}

const location = fc.record({
  id,
  name: valid(place.name),
  address: valid(place.address),
  city: valid(place.city),
  state: fc.constantFrom('NY', '=A', "'-", ';X'),
  zip: fc.constantFrom('01234', '=1+12', '+1234', "'=123"),
  phone: optional(place.phone),
  number: optional(place.number),
  time_zone: fc.constantFrom('America/Chicago', 'America/Buenos_Aires'),
  closed_on: fc.constantFrom(null, '2026-01-31'),
});

test('an import reads exported locations as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(location, { minLength: 1, maxLength: 5 }), async (rows) => {
      const columns = chosenColumns(exportedLocationColumns, undefined);
      const times = { created_at: time, updated_at: time };
      const stored = { district_id: null, user_count: 3, manager_count: 1, ...times };
      const cells = rows.map((row): (string | null)[] => {
        const whole: ExportedLocation = { ...row, ...stored, managers: ['Mia, +1 555'], district: 'North' };
        return columns.map(({ column }) => locationCells[column](whole));
      });
      const { headers, lines } = await read('locations', columns, cells);
      const options = { mapping: mapHeaders('locations', headers), blank_clears: [], replace: [] };
      const north = { id: '4f5d7a0e-0000-4000-8000-000000000004', name: 'North', number: '4' };
      const districts = createCatalog('district', [north]);
      for (const [index, row] of rows.entries()) {
        const { id, ...fields } = row;
        const fieldsOf = { ...fields, district_id: '4f5d7a0e-0000-4000-8000-000000000004' };
        const said = Object.fromEntries(Object.entries(fieldsOf).filter(([, value]) => value !== null));
        expect(
          readLocationLine(lines[index] ?? [], { options, districts, meanings: createMeanings([]) }),
        ).toMatchObject({
          keys: { id },
          request: { fields: said },
        });
      }
    }),
    { numRuns: 100 },
  );
});

test('an import reads exported users as they are, with their roles, locations and districts', async () => {
  const named = (number: fc.Arbitrary<string | null>) =>
    fc.uniqueArray(fc.record({ id, name: valid(place.name), number }), {
      minLength: 3,
      maxLength: 6,
      selector: (row) => row.id,
    });
  const numbers = fc.uniqueArray(anyText, {
    minLength: 6,
    maxLength: 6,
    selector: (text) => text.toLowerCase(),
  });
  const world = fc
    .tuple(named(fc.constant(null)), named(fc.constant(null)), numbers)
    .chain(([roles, places, some]) => {
      const locations = places.map((row, index) => ({
        ...row,
        number: index % 2 ? some[index]?.trim() || null : null,
      }));
      const user = fc.record({
        id,
        full_name: valid(full_name),
        phone: optional(phone),
        employee_number: optional(employee_number),
        is_active: fc.boolean(),
        role_ids: fc.subarray(roles.map((role) => role.id)),
        location_ids: fc.subarray(locations.map((row) => row.id)),
        // Districts have names and numbers as locations do.
        district_ids: fc.subarray(locations.map((row) => row.id)),
      });
      return fc.record({ roles: fc.constant(roles), locations: fc.constant(locations), user });
    });
  await fc.assert(
    fc.asyncProperty(world, async ({ roles, locations, user }) => {
      const catalogs = {
        roles: createCatalog('role', roles),
        locations: createCatalog('location', locations),
        districts: createCatalog('district', locations),
      };
      const columns = chosenColumns(exportedUserColumns, undefined);
      const cells = userCells(catalogs.roles, catalogs.locations, catalogs.districts);
      const facts = { invitation: null, last_sign_in_at: null, created_at: time, updated_at: time };
      const row = { ...user, ...facts, email: "o'neil+x@x.example" } as unknown as ExportedUser;
      const { headers, lines } = await read('users', columns, [
        columns.map(({ column }) => cells[column](row)),
      ]);
      const options = {
        mapping: mapHeaders('users', headers),
        blank_clears: [],
        replace: [...listColumns],
      };
      const line = readUserLine(lines[0] ?? [], {
        options,
        headers,
        meanings: createMeanings([]),
        ...catalogs,
      });
      const { id, role_ids, location_ids, district_ids, ...fields } = user;
      const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
      const links = 'request' in line ? line.request : expect.fail('rejected');
      // A name with a comma is turned round, and compared as it is written.
      const full_name = links.written_name ?? links.fields.full_name;
      expect({ ...line.keys, ...links.fields, full_name }).toEqual({ ...said, id, email: row.email });
      if (role_ids.length > 0) expect(links.roles).toEqual({ replace: role_ids });
      if (location_ids.length > 0) expect(links.locations).toEqual({ replace: location_ids });
      if (district_ids.length > 0) expect(links.districts).toEqual({ replace: district_ids });
    }),
    { numRuns: 100 },
  );
});
