import { describe, expect, test } from 'vitest';
import type { ImportColumn } from '../../../../../contract/files/import-columns.ts';
import type { Meaning } from '../../../../../contract/runs.ts';
import { createCatalog } from './catalog.pure.ts';
import { type Reading, readLocationLine, readUserLine } from './cells.pure.ts';
import { createMeanings } from './meanings.pure.ts';

const roles = createCatalog('role', [
  { id: 'd0000000-0000-4000-8000-000000000001', name: 'Manager', number: null },
  { id: 'd0000000-0000-4000-8000-000000000002', name: 'Cashier', number: null },
]);
const [manager, cashier] = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002'];
const districts = createCatalog('district', [
  { id: 'north', name: 'North', number: '4' },
  { id: 'east', name: 'East', number: null },
]);
const locations = createCatalog('location', [
  { id: 'a0000000-0000-4000-8000-000000000001', name: 'Mill Road', number: '007' },
  { id: 'a0000000-0000-4000-8000-000000000002', name: 'Café  Pier', number: null },
  { id: 'a0000000-0000-4000-8000-000000000003', name: 'Airport', number: '12 A' },
  { id: 'a0000000-0000-4000-8000-000000000004', name: 'Airport', number: '13' },
]);
const [millRoad, pier, airport] = [1, 2, 3].map((n) => `a0000000-0000-4000-8000-00000000000${n}`);

/** Reads one line with these columns. */
function userLine(
  cells: { [K in ImportColumn]?: string },
  options: Partial<Reading['options']> = {},
  meanings: Meaning[] = [],
) {
  const mapping = [null, ...Object.keys(cells)] as ImportColumn[];
  const reading = {
    options: { mapping, blank_clears: [], replace: [], ...options },
    ...{
      headers: mapping.map((column) => column ?? ''),
      meanings: createMeanings(meanings),
      districts,
      roles,
      locations,
    },
  };
  return readUserLine(['left out', ...Object.values(cells)], reading);
}

function locationLine(cells: { [K in ImportColumn]?: string }, blank_clears: ImportColumn[] = []) {
  const mapping = Object.keys(cells) as ImportColumn[];
  return readLocationLine(Object.values(cells), {
    options: { mapping, blank_clears, replace: [] },
    meanings: createMeanings([]),
    districts,
  });
}

const fieldsOf = (line: ReturnType<typeof userLine> | ReturnType<typeof locationLine>) =>
  'request' in line ? line.request.fields : line;
const reasonOf = (line: ReturnType<typeof userLine> | ReturnType<typeof locationLine>) =>
  'rejected' in line ? line.rejected.map(({ text }) => text).join(' ') : line;

describe('readUserLine', () => {
  test('reads keys and fields, and trims them', () => {
    const cells = {
      id: 'A0000000-0000-4000-8000-00000000000F',
      employee_number: ' 00042 ',
      email: 'Ana@x.example ',
      full_name: 'Ana',
    };
    expect(userLine(cells)).toEqual({
      keys: {
        ...{ id: 'a0000000-0000-4000-8000-00000000000f', employee_number: '00042' },
        ...{ email: 'Ana@x.example', full_name: 'Ana' },
      },
      request: { fields: { email: 'Ana@x.example', full_name: 'Ana', employee_number: '00042' } },
    });
  });

  test.each([
    ["'=1+1", '=1+1'],
    ["'+1 555", '+1 555'],
    ["''=x", "'=x"],
    ["O'Neil", "O'Neil"],
    ["'Ana", "'Ana"],
  ])('takes the apostrophe of an export off %j', (cell, full_name) => {
    expect(fieldsOf(userLine({ full_name: cell }))).toEqual({ full_name });
  });

  test('keeps what a blank cell is about, and clears it where that was chosen and the field may be empty', () => {
    const blank = {
      email: '',
      full_name: ' ',
      phone: '',
      employee_number: '',
      status: '',
      roles: '',
      locations: '',
    };
    expect(userLine(blank)).toEqual({ keys: {}, request: { fields: {} } });
    const blank_clears = Object.keys(blank) as ImportColumn[];
    expect(userLine(blank, { blank_clears })).toEqual({
      keys: {},
      request: {
        fields: { phone: null, employee_number: null },
        roles: { replace: [] },
        locations: { replace: [] },
      },
    });
    expect(userLine({ email: 'a@x.example' }, { blank_clears })).toMatchObject({ request: { fields: {} } });
  });

  test.each([
    ...['active', 'YES', 'true', '1', 'Enabled', 'y'].map((word) => [word, true] as const),
    ...['Inactive', 'no', 'FALSE', '0', 'disabled', 'n'].map((word) => [word, false] as const),
  ])('reads the status %s', (status, is_active) => {
    expect(fieldsOf(userLine({ status }))).toEqual({ is_active });
  });

  test.each<[{ [K in ImportColumn]?: string }, string]>([
    [{ status: 'maybe' }, "Status: 'maybe' is not known. Write active or inactive."],
    [{ status: 'constructor' }, "Status: 'constructor' is not known. Write active or inactive."],
    [{ email: 'ana' }, "Email: 'ana' is not an email address."],
    [{ id: '12' }, 'Id: Must be a UUID.'],
    [
      { full_name: 'x'.repeat(201), phone: 'x'.repeat(41) },
      'Full name: Must be at most 200 characters. Phone: Must be at most 40 characters.',
    ],
    [{ full_name: 'A\u200bB' }, 'Full name: Contains invisible characters.'],
    [{ roles: 'Manger' }, "Roles: No role is called 'Manger'. Did you mean Manager?"],
    [{ roles: 'Zookeeper' }, "Roles: No role is called 'Zookeeper'."],
    [
      { locations: 'Mil Road; 99' },
      "Locations: No location is called or numbered 'Mil Road'. Did you mean Mill Road? Locations: No location is called or numbered '99'.",
    ],
    [{ locations: 'airport' }, "Locations: 2 locations are called 'airport'. Use the number or the id."],
    [{ roles: 'Manager;-manager' }, 'Roles: The same name is added and removed.'],
  ])('rejects %j with a sentence that names the column', (cells, reason) => {
    expect(reasonOf(userLine(cells))).toBe(reason);
  });

  test.each([
    ['names in any case and accents', 'MILL road; cafe pier', { add: [millRoad, pier], remove: [] }],
    ['numbers with their zeros', '007;12a', { add: [millRoad, airport], remove: [] }],
    ['ids', `${millRoad}`, { add: [millRoad], remove: [] }],
    ['signs', '+Mill Road;- 12 A', { add: [millRoad], remove: [airport] }],
    ['repeated and empty names', ';007;;Mill Road; + ;', { add: [millRoad], remove: [] }],
  ])('reads %s in a cell of locations', (_, cell, links) => {
    expect(userLine({ locations: cell })).toMatchObject({ request: { locations: links } });
  });

  test.each([
    ['plain names replace', 'Manager', { replace: [manager] }],
    ['signs alone add and take away', '+Manager;-Cashier', { add: [manager], remove: [cashier] }],
  ])('%s where that was chosen', (_, cell, links) => {
    expect(userLine({ roles: cell }, { replace: ['roles'] })).toMatchObject({ request: { roles: links } });
  });

  test('rejects signs beside names that replace', () => {
    expect(reasonOf(userLine({ roles: 'Manager;-Cashier' }, { replace: ['roles'] }))).toMatch(
      /^Roles: A cell cannot mix names with \+ or - and names that replace/,
    );
  });

  test('names the keys of a rejected line that can be read', () => {
    expect(userLine({ employee_number: '5', email: 'ana', status: 'maybe' })).toMatchObject({
      keys: { employee_number: '5' },
      rejected: expect.arrayContaining([{ text: expect.stringContaining('Status'), repairs: [] }]),
    });
    expect(userLine({ email: 'ana' })).toMatchObject({ keys: null, rejected: [{}] });
  });

  test('does not take a number without its zeros for the one that has them, but offers it', () => {
    expect(userLine({ locations: '7' })).toMatchObject({
      rejected: [
        {
          text: "Locations: No location is called or numbered '7'. Did you mean 007?",
          repairs: [{ column: 'locations', value: '7', means: millRoad, label: 'Use 007' }],
        },
      ],
    });
  });

  test.each([
    ['#007', [millRoad]],
    ['Store 007', [millRoad]],
    ['Store No. 007', [millRoad]],
    ['007 - Mill Road', [millRoad]],
    ['007, 12A', [millRoad, airport]],
    ['Mill Road | Cafe Pier', [millRoad, pier]],
  ])('finds the locations that other systems write as %j', (cell, add) => {
    expect(userLine({ locations: cell })).toMatchObject({ request: { locations: { add, remove: [] } } });
  });

  test('says the first five faults of a cell, and how many there are more', () => {
    const cell = Array.from({ length: 1900 }, (_, n) => `No${n}where`).join(';');
    const line = userLine({ locations: cell });
    const reasons = 'rejected' in line ? line.rejected.map(({ text }) => text) : [];
    expect(reasons).toHaveLength(6);
    expect(reasons.at(-1)).toBe('Locations: 1,895 more names of this cell have faults.');
  });

  test.each([
    ['ana@x.example', 'ana@x.example'],
    ['Ana Lopez <ana@x.example>', 'ana@x.example'],
    ['<ana@x.example>;', 'ana@x.example'],
    ['mailto:ana@x.example?subject=Hi', 'ana@x.example'],
    ['ana@x.example, ANA@x.example', 'ana@x.example'],
    ["O'Neil <o'neil@x.example>", "o'neil@x.example"],
    ['a/b@x.example', 'a/b@x.example'],
  ])('takes the address out of %j', (cell, email) => {
    expect(fieldsOf(userLine({ email: cell }))).toEqual({ email });
  });

  test('asks which of two addresses is meant, and has a limit', () => {
    const cell = 'ana@x.example / ana@home.example';
    expect(userLine({ email: cell })).toMatchObject({
      rejected: [
        {
          text: `Email: '${cell}' has 2 addresses. Choose one.`,
          repairs: [
            { column: 'email', value: cell, means: 'ana@x.example', label: 'Use ana@x.example' },
            { column: 'email', value: cell, means: 'ana@home.example', label: 'Use ana@home.example' },
          ],
        },
      ],
    });
    const means: Meaning[] = [{ column: 'email', value: cell, means: 'ana@home.example' }];
    expect(fieldsOf(userLine({ email: cell }, {}, means))).toEqual({ email: 'ana@home.example' });
    expect(reasonOf(userLine({ email: `${'a@b.example '.repeat(900)}` }))).toMatch(/^Email: Must be at most/);
  });

  test.each([
    'N/A',
    'n/a',
    '#N/A',
    '-',
    '--',
    '—',
    'none',
    'NULL',
    '(none)',
    'ninguno',
    'keine',
  ])('reads %j as nothing, but not as the name of somebody', (word) => {
    expect(userLine({ phone: word, employee_number: word, status: word })).toEqual({
      keys: {},
      request: { fields: {} },
    });
    expect(fieldsOf(userLine({ phone: word }, { blank_clears: ['phone'] }))).toEqual({ phone: null });
    expect(userLine({ roles: word })).not.toHaveProperty('rejected');
  });

  test('keeps somebody who is called Null, and says what Excel did to a number', () => {
    expect(fieldsOf(userLine({ first_name: 'Ann', last_name: 'Null' }))).toEqual({ full_name: 'Ann Null' });
    expect(reasonOf(userLine({ phone: '6.03556E+09' }))).toBe(
      'Phone: Excel turned this number into 6.03556E+09. Format its column as text, and write the number again.',
    );
    expect(fieldsOf(userLine({ employee_number: '2E10' }))).toEqual({ employee_number: '2E10' });
  });

  test.each([
    ['0007 - Mill Road', [millRoad]],
    ['007 - Mill Rd East', [millRoad]],
  ])('finds the location of payroll as %j', (cell, add) => {
    expect(userLine({ locations: cell })).toMatchObject({ request: { locations: { add, remove: [] } } });
  });

  test.each([
    '007 - Airport',
    '0007 - Somewhere',
    '008 - Mill Road',
    '13 - Mil Road',
  ])('does not find a location in %j, whose number and name contradict', (cell) => {
    expect(reasonOf(userLine({ locations: cell }))).toMatch(/^Locations: No location is called or numbered/);
  });

  test('reads two roles with a comma between, and roles in Spanish and German', () => {
    expect(userLine({ roles: 'Manager, Cashier' })).toMatchObject({
      request: { roles: { add: [manager, cashier] } },
    });
    expect(reasonOf(userLine({ roles: 'Manager, Baker' }))).toBe("Roles: No role is called 'Baker'.");
    expect(userLine({ roles: 'Gerente; Kassiererin' })).toMatchObject({
      request: { roles: { add: [manager, cashier] } },
    });
  });

  test.each<[string, { [K in ImportColumn]?: string }, object]>([
    ['two columns', { first_name: 'Ana ', last_name: 'Lopez' }, { full_name: 'Ana Lopez' }],
    ['one of two columns', { first_name: '', last_name: 'Lopez' }, { full_name: 'Lopez' }],
    ['a name turned round', { full_name: 'Lopez Ruiz, Ana Maria' }, { full_name: 'Ana Maria Lopez Ruiz' }],
    ['a suffix', { full_name: 'John Smith, Jr.' }, { full_name: 'John Smith, Jr.' }],
    ['two commas', { full_name: 'Smith, John, Jr.' }, { full_name: 'Smith, John, Jr.' }],
    ['a company', { full_name: 'Smith & Sons, Inc' }, { full_name: 'Smith & Sons, Inc' }],
  ])('reads the name of %s', (_, cells, fields) => {
    expect(fieldsOf(userLine(cells))).toEqual(fields);
  });

  test.each([
    ['Status', 'T', { is_active: false }],
    ['Active', 'T', { is_active: true }],
    ['Active', 'F', { is_active: false }],
    ['Status', 'Leave of Absence', { is_active: true }],
    ['Status', 'Terminated', { is_active: false }],
    ['Position Status', 'A - Active', { is_active: true }],
    ['Estado', 'Baja', { is_active: false }],
    ['Aktiv', 'Nein', { is_active: false }],
  ])('below %s, %s is read as what it means there', (header, cell, fields) => {
    const reading = { options: { mapping: ['status' as const], blank_clears: [], replace: [] } };
    const others = { headers: [header], meanings: createMeanings([]), roles, locations, districts };
    expect(fieldsOf(readUserLine([cell], { ...reading, ...others }))).toEqual(fields);
  });

  test('asks what F below Status means, and what T below Active Status means', () => {
    const reading = { options: { mapping: ['status' as const], blank_clears: [], replace: [] } };
    const others = { meanings: createMeanings([]), roles, locations, districts };
    const of = (header: string, cell: string) =>
      readUserLine([cell], { ...reading, ...others, headers: [header] });
    expect(reasonOf(of('Status', 'F'))).toBe("Status: 'F' is not known. Write active or inactive.");
    expect(reasonOf(of('Active status', 'T'))).toBe("Status: 'T' is not known. Write active or inactive.");
  });

  test('reads the district of a location by its name or number, clears it, and knows one only', () => {
    const read = (cell: string, blank_clears: ImportColumn[] = []) => {
      const options = { mapping: ['district' as const], blank_clears, replace: [] };
      const line = readLocationLine([cell], { options, districts, meanings: createMeanings([]) });
      return 'rejected' in line ? line.rejected : 'request' in line ? line.request.fields : line;
    };
    expect(read(' NORTH ')).toEqual({ district_id: 'north' });
    expect(read('4')).toEqual({ district_id: 'north' });
    expect(read('East')).toEqual({ district_id: 'east' });
    expect(read('', ['district'])).toEqual({ district_id: null });
    expect(read('', [])).toEqual({});
    const repair = { column: 'district', value: 'Nort', means: 'north', label: 'Use North' };
    const unknown = "District: No district is called or numbered 'Nort'. Did you mean North?";
    expect(read('Nort')).toEqual([{ text: unknown, repairs: [repair] }]);
    expect(read('North, East')).toEqual([
      { text: "District: 'North, East' is not one district. A location is in one.", repairs: [] },
    ]);
  });

  test('reads words by the meanings that the user chose, and leaves out those that mean nothing', () => {
    const meanings: Meaning[] = [
      { column: 'roles', value: 'STORE  manager', means: manager ?? '' },
      { column: 'roles', value: 'Seasonal', means: '' },
      { column: 'status', value: 'Pending', means: 'inactive' },
      { column: 'employee_number', value: '42', means: '00042' },
    ];
    const cells = { roles: 'Store Manager; seasonal', status: 'pending', employee_number: '42' };
    expect(userLine(cells, {}, meanings)).toEqual({
      keys: { employee_number: '00042', is_exact: true },
      request: {
        fields: { employee_number: '00042', is_active: false },
        roles: { add: [manager], remove: [] },
      },
    });
  });

  test.each([
    [['Total', '', '42'], 'This is the total below the list, so it is left out.'],
    [['', 'Grand Total: 42 employees'], 'This is the total below the list, so it is left out.'],
    [['Report generated on 11/01/2026'], 'This is a note about the list, so it is left out.'],
  ])('leaves out the row %j', (cells, note) => {
    const reading = {
      options: { mapping: [], blank_clears: [], replace: [] },
      headers: [],
      ...{ roles, locations, districts },
    };
    expect(readUserLine(cells, { ...reading, meanings: createMeanings([]) })).toEqual({ keys: null, note });
  });

  test.each([[['Total Access', 't@x.example']], [['Summer Day', 's']]])('keeps the row %j', (cells) => {
    const options = { mapping: ['full_name' as const], blank_clears: [], replace: [] };
    const reading = { options, headers: [], roles, locations, districts, meanings: createMeanings([]) };
    expect(readUserLine(cells, reading)).toMatchObject({ request: { fields: { full_name: cells[0] } } });
  });
});

describe('readLocationLine', () => {
  test('reads keys and fields; zeros stay, and the state gets capital letters', () => {
    const cells = { number: '0012', name: 'Mill Road', state: 'ny', zip: '01234', phone: "'+1 555" };
    expect(locationLine(cells)).toEqual({
      keys: { number: '0012', name: 'Mill Road', zip: '01234' },
      request: { fields: { number: '0012', name: 'Mill Road', state: 'NY', zip: '01234', phone: '+1 555' } },
    });
  });

  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2026/1/5', '2026-01-05'],
    ['1/31/2026', '2026-01-31'],
    ['31.01.2026', '2026-01-31'],
    ['05/05/2026', '2026-05-05'],
    ['Jan 31, 2026', '2026-01-31'],
    ['31 January 2026', '2026-01-31'],
    ['2026-01-31T00:00:00Z', '2026-01-31'],
    ['1/31/2026 12:00:00 AM', '2026-01-31'],
  ])('reads the day %s', (cell, closed_on) => {
    expect(fieldsOf(locationLine({ closed_on: cell }))).toEqual({ closed_on });
  });

  test.each([
    ['03/04/2026', "Closed on: '03/04/2026' can be two days. Write 2026-03-04 or 2026-04-03."],
    ['2026-02-30', "Closed on: There is no such day as '2026-02-30'."],
    ['31/31/2026', "Closed on: There is no such day as '31/31/2026'."],
    ['soon', "Closed on: 'soon' is not a day. Write it as 2026-01-31."],
    ['46053', "Closed on: '46053' is not a day. Write it as 2026-01-31."],
  ])('rejects the day %s', (closed_on, reason) => {
    expect(reasonOf(locationLine({ closed_on }))).toBe(reason);
  });

  test.each([
    ['12/1/26', null, '2026-12-01'],
    ['3/4/2026', null, '2026-03-04'],
    ['03/04/26', 'month_first', '2026-03-04'],
    ['3/4/26', 'day_first', '2026-04-03'],
    ['13/4/26', 'month_first', '2026-04-13'],
    ['1.4.26', null, null],
    ['31.12.99', null, '1999-12-31'],
    ['3 de enero de 2026', null, '2026-01-03'],
    ['3. März 2026', null, '2026-03-03'],
  ] as const)('reads the day %s of a file with the order %s as %s', (cell, date_order, closed_on) => {
    const options = { mapping: ['closed_on' as const], blank_clears: [], replace: [] };
    const read = readLocationLine([cell], { options, districts, meanings: createMeanings([]), date_order });
    if (closed_on === null) expect(reasonOf(read)).toContain('can be two days');
    else expect(fieldsOf(read)).toEqual({ closed_on });
  });

  test.each<[{ [K in ImportColumn]?: string }, string]>([
    [{ zip: '123' }, 'ZIP code must be at least 5 characters.'],
    [{ state: 'Ontario' }, 'State must be 2 characters.'],
  ])('rejects %j with the sentence of the form', (cells, reason) => {
    expect(reasonOf(locationLine(cells))).toBe(reason);
  });

  test.each([
    ['TEXAS', 'TX'],
    ['new  york', 'NY'],
    ['N.Y.', 'NY'],
    ['District of Columbia', 'DC'],
    ['Puerto Rico', 'PR'],
    ['tx', 'TX'],
    ['ON', 'ON'],
  ])('reads the state %s', (cell, state) => {
    expect(fieldsOf(locationLine({ state: cell }))).toEqual({ state });
  });

  test('opens a location where a blank day clears', () => {
    expect(fieldsOf(locationLine({ closed_on: '', name: '' }, ['closed_on', 'name']))).toEqual({
      closed_on: null,
    });
  });
});

test('referenceTo names each row so that find finds it again', () => {
  const names = ['Airport', 'airport', 'A;B', '-5', '+x', '12', "'=1", 'x'];
  const rows = names.map((name, n) => ({ id: `id-${n}`, name, number: name === 'x' ? '12' : null }));
  const catalog = createCatalog('location', rows);
  expect(rows.map(({ id }) => catalog.referenceTo(id))).toEqual([
    'id-0',
    'id-1',
    'id-2',
    'id-3',
    'id-4',
    'id-5',
    "'=1",
    '12',
  ]);
  for (const { id } of rows) expect(catalog.find(catalog.referenceTo(id))).toEqual([id]);
});
