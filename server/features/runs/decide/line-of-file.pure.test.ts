import { describe, expect, test } from 'vitest';
import { allPermissions } from '../../../../contract/access/permissions.ts';
import type { UserFacts } from '../../users/users.facts.service.ts';
import { createCatalog } from '../import/cells/catalog.pure.ts';
import { type Reading, readUserLine } from '../import/cells/cells.pure.ts';
import { createMeanings } from '../import/cells/meanings.pure.ts';
import { userMatcher } from '../import/choose-match.pure.ts';
import { decideUser } from './decide-user.rules.ts';
import type { UserRules } from './describe-user.pure.ts';

const id = (n: number) => `a0000000-0000-4000-8000-00000000000${n}`;
const [manager, cashier, millRoad, pier] = [id(1), id(2), id(3), id(4)] as const;
const roleNames = { [manager]: 'Manager', [cashier]: 'Cashier' };
const locationNames = { [millRoad]: 'Mill Road', [pier]: 'Café Pier' };

/** Cleo is a cashier at Mill Road. Ann has Cleo's employee number without a zero. */
const cleo: UserFacts = {
  id: id(8),
  name: 'Cléo Roy',
  email: 'cleo@x.example',
  full_name: 'Cléo Roy',
  phone: '(518) 555-0100',
  employee_number: '007',
  is_active: true,
  updated_at: '2026-11-20T00:00:00.000Z',
  updated_by: null,
  updated_by_name: 'Somebody',
  role_ids: [cashier],
  location_ids: [millRoad],
  location_count: 1,
  through_count: 0,
  district_ids: [],
  invitation: null,
  last_sign_in_at: null,
};
const ann: UserFacts = { ...cleo, id: id(9), name: 'Ann', email: 'ann@x.example', employee_number: '07' };

const named = (names: Record<string, string>) => Object.entries(names).map(([id, name]) => ({ id, name }));
const catalog = (noun: 'role' | 'location', names: Record<string, string>) =>
  createCatalog(
    noun,
    named(names).map((row) => ({ ...row, number: row.id === millRoad ? '0012' : null })),
  );
const catalogs = { roles: catalog('role', roleNames), locations: catalog('location', locationNames) };
const match = userMatcher(
  [cleo, ann].map(({ id, name, email, employee_number }) => {
    return { id, name, email_key: email, employee_number_key: employee_number };
  }),
);
const rules: UserRules = {
  actor: { user_id: id(7), permissions: new Set(allPermissions) },
  roles: new Map(named(roleNames).map((role) => [role.id, { ...role, permissions: [], isAdmin: false }])),
  locations: new Map(
    named(locationNames).map((row) => [row.id, { ...row, closed_on: null, is_lasting: true }]),
  ),
  districts: new Map(),
  emailHolder: () => ({ profile: undefined, account: undefined }),
  numberHolder: (number) => [cleo, ann].find((user) => user.employee_number === number),
  workingAdmins: new Set(),
  coversOf: () => null,
};

type Options = Partial<Pick<Reading['options'], 'blank_clears' | 'replace'>>;
type Cells = Partial<Record<keyof typeof columns, string>>;
const columns = {
  id: 'id',
  number: 'employee_number',
  email: 'email',
  name: 'full_name',
  phone: 'phone',
  status: 'status',
  roles: 'roles',
  locations: 'locations',
} as const;

/** The outcome of a line in words: its result, or why it is rejected, and each change. */
function whatHappens(cells: Cells, options: Options = {}): string {
  const mapping = Object.keys(cells).map((name) => columns[name as keyof Cells]);
  const reading = {
    options: { mapping, blank_clears: [], replace: [], ...options },
    ...{ headers: [], meanings: createMeanings([]), ...catalogs },
    districts: createCatalog('district', []),
  };
  const line = readUserLine(Object.values(cells), reading);
  if ('note' in line) return line.note;
  if ('rejected' in line) return line.rejected.map(({ text }) => text).join(' ');
  const found = match(line.keys);
  if ('rejected' in found) return found.rejected.text;
  const user = [cleo, ann].find((user) => user.id === found.id) ?? null;
  const { result, reason, changes } = decideUser(line.request, user, rules).decision;
  const words = changes.map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`);
  return reason ?? [result, ...words].join(', ');
}

const all = { blank_clears: ['phone', 'employee_number', 'roles', 'locations'] } satisfies Options;
const replacing = { replace: ['roles', 'locations'] } satisfies Options;

describe('a line of a file', () => {
  test.each<[string, Cells, string]>([
    ['the id', { id: cleo.id, phone: '1' }, 'updated, Phone: (518) 555-0100 → 1'],
    [
      'the id in capital letters',
      { id: cleo.id.toUpperCase(), phone: '1' },
      'updated, Phone: (518) 555-0100 → 1',
    ],
    ['the number with its zeros', { number: '007', status: 'no' }, 'deactivated, Status: Active → Inactive'],
    ['a number with one zero less', { number: '07', name: 'Anne' }, 'updated, Full name: Cléo Roy → Anne'],
    ['the email in any case', { email: 'CLEO@X.example', name: 'C' }, 'updated, Full name: Cléo Roy → C'],
    [
      'the email, which gets a number',
      { email: 'cleo@x.example', number: '0009' },
      'updated, Employee number: 007 → 0009',
    ],
    ['keys that agree', { id: cleo.id, number: '007', email: 'cleo@x.example' }, 'unchanged'],
  ])('finds its user by %s', (_, cells, happens) => {
    expect(whatHappens(cells)).toBe(happens);
  });

  test.each<[Cells, string]>([
    [{ number: '007', email: 'ann@x.example' }, 'The employee number belongs to Cléo Roy, the email to Ann.'],
    [{ id: ann.id, number: '007' }, 'The id belongs to Ann, the employee number to Cléo Roy.'],
    [{ number: '8', name: 'New' }, 'No user matches, and a new one needs Email'],
    [{ number: '8', phone: '1' }, 'No user matches, and a new one needs Email, Full name'],
    [{ number: '00007', name: 'New' }, 'No user has the employee number 00007. Did you mean 007 or 07?'],
    [{ email: 'ann@x.example', number: '7' }, 'No user has the employee number 7. Did you mean 07?'],
    [{ email: 'new@x.example' }, 'No user matches, and a new one needs Full name'],
    [{ number: '', name: 'Nobody' }, 'The line has no id, no employee number and no email.'],
  ])('%j is rejected', (cells, reason) => {
    expect(whatHappens(cells)).toBe(reason);
  });

  test.each<[string, Cells, Options, string]>([
    ['columns that are missing', { number: '007' }, all, 'unchanged'],
    [
      'blank cells',
      { number: '007', phone: '', roles: ' ', locations: '', status: '', name: '' },
      {},
      'unchanged',
    ],
    [
      'blank cells where others clear',
      { number: '007', phone: ' ', roles: '' },
      { blank_clears: ['locations'] },
      'unchanged',
    ],
    [
      'what is said again in other letters',
      { number: '007', roles: 'CASHIER', locations: 'mill  road' },
      {},
      'unchanged',
    ],
    ['a name that is given already', { number: '007', roles: '+Cashier' }, replacing, 'unchanged'],
    ['a name that is taken away and not there', { number: '007', roles: '-Manager' }, {}, 'unchanged'],
    ['the same names that replace', { number: '007', locations: '0012' }, replacing, 'unchanged'],
    [
      'a name and a status that cannot be blank',
      { number: '007', name: '', status: '' },
      { blank_clears: ['full_name', 'status'] },
      'unchanged',
    ],
  ])('keeps %s', (_, cells, options, happens) => {
    expect(whatHappens(cells, options)).toBe(happens);
  });

  test.each<[string, string, Options, string]>([
    ['adds', 'Manager', {}, 'Cashier → Cashier; Manager'],
    ['adds several', 'manager;Cashier', {}, 'Cashier → Cashier; Manager'],
    ['adds with a sign', '+Manager', replacing, 'Cashier → Cashier; Manager'],
    ['takes away', '-cashier', {}, 'Cashier → –'],
    ['adds and takes away', '+ Manager; - Cashier', {}, 'Cashier → Manager'],
    ['replaces', 'Manager', replacing, 'Cashier → Manager'],
    ['clears when blank', '', all, 'Cashier → –'],
  ])('%s roles: %j', (_, roles, options, change) => {
    expect(whatHappens({ number: '007', roles }, options)).toBe(`updated, Roles: ${change}`);
  });

  test.each<[string, string, Options, string]>([
    ['adds', 'CAFE pier', {}, 'Mill Road → Café Pier; Mill Road'],
    ['replaces', 'Café Pier', replacing, 'Mill Road → Café Pier'],
    ['takes away by number', '-0012', {}, 'Mill Road → –'],
    ['clears when blank', ' ', all, 'Mill Road → –'],
  ])('%s locations: %j', (_, locations, options, change) => {
    expect(whatHappens({ number: '007', locations }, options)).toBe(`updated, Locations: ${change}`);
  });

  test.each<[Cells, string]>([
    [{ roles: 'Manger' }, "Roles: No role is called 'Manger'. Did you mean Manager?"],
    [
      { locations: 'Cafe Peer' },
      "Locations: No location is called or numbered 'Cafe Peer'. Did you mean Café Pier?",
    ],
    [{ locations: '12' }, "Locations: No location is called or numbered '12'. Did you mean 0012?"],
    [{ roles: 'Manager;-Manager' }, 'Roles: The same name is added and removed.'],
  ])('with %j is rejected as a whole', (cells, reason) => {
    expect(whatHappens({ number: '007', name: 'Cleo', ...cells })).toBe(reason);
  });

  test.each([
    ['=1+1', '=1+1'],
    ["'=1+1", '=1+1'],
    ["'+1 518", '+1 518'],
    ["O'Neil", "O'Neil"],
  ])('with the cell %j says %j: nothing is calculated', (name, full_name) => {
    expect(whatHappens({ number: '007', name })).toBe(`updated, Full name: Cléo Roy → ${full_name}`);
  });

  test('that names nobody yet adds a user, with zeros and accents as they are written', () => {
    const cells = {
      number: '00042',
      email: 'zoe@x.example',
      name: 'Zoé',
      roles: 'cashier',
      locations: '0012',
    };
    expect(whatHappens(cells)).toBe(
      'created, Email: – → zoe@x.example, Full name: – → Zoé, Employee number: – → 00042, Roles: – → Cashier, Locations: – → Mill Road, Status: – → Active',
    );
  });

  test('with one cell that cannot be read changes nothing', () => {
    const cells = { number: '007', name: 'Cleo', status: 'maybe' };
    expect(whatHappens(cells)).toBe("Status: 'maybe' is not known. Write active or inactive.");
  });
});
