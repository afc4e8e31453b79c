import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation, updateLocation } from '../../../../contract/locations.ts';
import * as contract from '../../../../contract/runs.ts';
import { createUser } from '../../../../contract/users.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { startWorld, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { millRoad, airport } = world.locations;
  for (const [location, number] of [
    [millRoad, '007'],
    [airport, '008'],
  ] as const) {
    (await world.ada.call(updateLocation, { params: { id: location.id }, body: { number } })).ok();
  }
  const place = { address: '394 Harbor St', city: 'Albany', state: 'NY', zip: '12202' };
  for (const [number, name] of [
    ['101', 'Harbor 394'],
    ['102', 'Canal'],
    ['0399', 'Airport 399'],
  ] as const) {
    (await world.ada.call(createLocation, { body: { ...place, name, number } })).ok();
  }
  for (const [employee_number, first] of [
    ['00042', 'Sam'],
    ['00777', 'Tess'],
  ] as const) {
    const email = `${first.toLowerCase()}@northline.example`;
    const body = { email, full_name: `${first} Known`, employee_number };
    (await world.ada.call(createUser, { body })).ok();
  }
});
afterAll(() => world.close());

const folder = join(import.meta.dirname, 'fixtures');

interface Choices {
  /** The words of a column, with what they mean. */
  meanings?: contract.Meaning[];
  leaveOut?: string[];
  invite_new?: boolean;
}

const choices: Record<string, Choices> = {
  '01-payroll-report.csv': {
    meanings: [
      { column: 'roles', value: 'store manager', means: 'manager' },
      { column: 'roles', value: 'Cashier', means: 'employee' },
      { column: 'status', value: 'L', means: 'active' },
    ],
    invite_new: true,
  },
  // The ids are those of the other system.
  '04-scim-users.csv': { leaveOut: ['id'] },
  '08-spreadsheet-lost-zeros.csv': {
    meanings: [{ column: 'employee_number', value: '42', means: '00042' }],
  },
  '28-empleados.csv': { meanings: [{ column: 'roles', value: 'Cajero', means: 'employee' }] },
  '32-store-grid.csv': { meanings: [{ column: 'locations', value: 'Depot', means: '0399' }] },
  ...Object.fromEntries(
    [
      ...['33-adp-report.csv', '34-paychex-flex.csv', '35-gusto-summary.csv', '36-workday-workers.csv'],
      ...[
        '37-square-team.csv',
        '38-7shifts-employees.csv',
        '39-homebase-roster.csv',
        '40-toast-employees.csv',
      ],
    ].map((name) => [name, { meanings: [{ column: 'roles', value: 'Cashier', means: 'employee' }] }]),
  ),
  '16-location-lost-zeros.csv': { meanings: [{ column: 'number', value: '8', means: '8' }] },
};

/** The facts and the plan of a file, in words. */
async function planOf(about: contract.RunSubject, name: string): Promise<string> {
  const { leaveOut = [], ...chosen } = choices[name] ?? {};
  const { id, file } = (await upload(world.ada, about, await readFile(join(folder, name)), { name })).ok();
  if (!file) throw new Error('The file was not read');
  const mapping = file.mapping.map((column, index) =>
    leaveOut.includes(file.headers[index] ?? '') ? null : column,
  );
  (await world.ada.call(contract.planImport, { params: { id }, body: { mapping, ...chosen } })).ok();
  await world.workOnRuns();
  const { lines } = (
    await world.ada.call(contract.listRunLines, { params: { id }, query: { limit: 500 } })
  ).ok();
  (await world.ada.call(contract.discardRun, { params: { id } })).ok();
  const separator = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }[file.separator];
  return [
    `${file.encoding}, ${separator}, header in line ${file.header_line}`,
    ...file.headers.map((header, index) => `${header} = ${mapping[index] ?? 'left out'}`),
    '',
    ...lines.flatMap((line) => [
      `${line.line}: ${line.planned} ${line.subject.name}`,
      ...line.changes.map(({ field, before, after }) => `   ${field}: ${before ?? '–'} → ${after ?? '–'}`),
      ...line.reasons.map(({ text, repairs }) =>
        [`   ${text}`, ...repairs.map(({ label }) => `[${label}]`)].join(' '),
      ),
    ]),
    '',
  ].join('\n');
}

const users = [
  '01-payroll-report.csv',
  '02-hris-workers.csv',
  '03-excel-german.csv',
  '04-scim-users.csv',
  '05-pos-cashiers.tsv',
  '06-identity-provider.csv',
  '07-twice.csv',
  '08-spreadsheet-lost-zeros.csv',
  '09-correct-emails.csv',
  '10-status-letters.csv',
  '11-many-stores.csv',
  '12-suffixes.csv',
  '21-row-per-store.csv',
  '22-line-breaks.csv',
  '23-emails-in-words.csv',
  '24-payroll-heads.csv',
  '25-nothing-in-words.csv',
  '28-empleados.csv',
  '32-store-grid.csv',
  '33-adp-report.csv',
  '34-paychex-flex.csv',
  '35-gusto-summary.csv',
  '36-workday-workers.csv',
  '37-square-team.csv',
  '38-7shifts-employees.csv',
  '39-homebase-roster.csv',
  '40-toast-employees.csv',
  '41-role-grid.csv',
  '42-grid-beside-a-role.csv',
];
const locations = [
  '13-site-list.csv',
  '14-fuel-stations.csv',
  '15-accounting-cost-centers.csv',
  '16-location-lost-zeros.csv',
  '17-locations-twice.csv',
  '18-directory-spanish.csv',
  '19-one-column-store.csv',
  '20-report-with-footer.csv',
  '26-store-beside-name.csv',
  '27-short-dates.csv',
  '29-filialen.csv',
  '30-address-line-breaks.csv',
  '31-time-zones.csv',
  '43-zip-lost-zeros.csv',
];

test.each([
  ...users.map((name) => ['users', name] as const),
  ...locations.map((name) => ['locations', name] as const),
])('a file of %s as another system writes it becomes what its plan says: %s', async (about, name) => {
  await expect(await planOf(about, name)).toMatchFileSnapshot(join(folder, `${name}.plan.txt`));
});
