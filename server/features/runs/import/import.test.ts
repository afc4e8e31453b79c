import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDistrict } from '../../../../contract/districts.ts';
import {
  closeLocation,
  createLocation,
  listLocations,
  reopenLocation,
  updateLocation,
} from '../../../../contract/locations.ts';
import * as contract from '../../../../contract/runs.ts';
import { createUser, listUsers, replaceUserLocations, replaceUserRoles } from '../../../../contract/users.ts';
import type { Client } from '../../../testing/requests/client.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { startWorld, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

type Options = Partial<Omit<contract.ImportOptions, 'mapping'>>;

/** Uploads a file and plans it with the columns that are proposed. */
async function planned(client: Client, about: contract.RunSubject, file: string, options: Options = {}) {
  const { id, file: facts } = (await upload(client, about, file)).ok();
  return replanned(client, id, { mapping: facts?.mapping ?? [], ...options });
}

async function replanned(
  client: Client,
  id: string,
  options: Options & Pick<contract.ImportOptions, 'mapping'>,
) {
  const body = { blank_clears: [], replace: [], deactivate_missing: false, ...options };
  (await client.call(contract.planImport, { params: { id }, body })).ok();
  await world.workOnRuns();
  const run = (await client.call(contract.getRun, { params: { id } })).ok();
  expect(run).toMatchObject({ state: 'planned', problem: null });
  return run;
}

async function applied(client: Client, { id, confirm }: contract.Run) {
  (await client.call(contract.applyRun, { params: { id }, body: { confirm } })).ok();
  await world.workOnRuns();
  return (await client.call(contract.getRun, { params: { id } })).ok();
}

async function linesOf(client: Client, { id }: contract.Run) {
  const { lines } = (await client.call(contract.listRunLines, { params: { id }, query: {} })).ok();
  return lines.map(({ line, planned, result, reason }) => [line, result ?? planned, reason]);
}

const noCounts = { created: 0, updated: 0, deactivated: 0, rejected: 0, changed: 0 };

test('the status of a location closes nothing, and a line that disagrees with it is rejected', async () => {
  const { millRoad, airport } = world.locations;
  const closing = { params: { id: airport.id } };
  (await world.ada.call(closeLocation, { ...closing, body: { closed_on: '2026-01-31' } })).ok();
  const file = [
    'Marktname,Strasse,Ort,Bundesland,PLZ,Status,Geschlossen am',
    'Hafen,9 Harbor St,Albany,NY,12201,Geschlossen,',
    'Bahnhof,1 Station St,Albany,NY,12202,geschlossen,31.01.2026',
    'Markt,1 Market St,Albany,NY,12203,offen,',
    `${millRoad.name},${millRoad.address},Albany,NY,${millRoad.zip},Closed,`,
    'Hof,1 Yard St,Albany,NY,12205,offen,31.01.2026',
    `${airport.name},${airport.address},${airport.city},NY,${airport.zip},closed,`,
    'Turm,1 Tower St,Albany,NY,12204,im Umbau,',
  ].join('\n');
  const needsDay = "The line says that this location is closed. Write the day in a column 'Closed on'.";
  expect(await linesOf(world.ada, await planned(world.ada, 'locations', file))).toEqual([
    [2, 'rejected', needsDay],
    [3, 'created', null],
    [4, 'created', null],
    [5, 'rejected', needsDay],
    [
      6,
      'rejected',
      "The line says that this location is open, but it has a day in 'Closed on'. Reopen it, or correct the line.",
    ],
    [7, 'unchanged', null],
    [8, 'rejected', "Status: 'im Umbau' is not known. Write open or closed."],
  ]);
  (await world.ada.call(reopenLocation, closing)).ok();
});

test('an import of locations adds, edits and closes them, and rejects the others with reasons', async () => {
  const file = [
    'Store #,Store name,Street,City,St,ZIP Code,Closed',
    '0101,Harbor 9,9 Harbor St,Albany,ny,01201,',
    ',mill  road,1 Mill Road,Albany,NY,12207,2026-01-31',
    '0102,Short,1 Street,Albany,NY,123,',
    '0103,Late,1 Street,Albany,NY,12345,03/04/2026',
  ].join('\n');
  const run = await planned(world.ada, 'locations', file);
  expect(run.planned).toMatchObject({ created: 1, updated: 1, rejected: 2 });
  expect(await linesOf(world.ada, run)).toEqual([
    [2, 'created', null],
    [3, 'updated', null],
    [4, 'rejected', 'ZIP code must be at least 5 characters.'],
    [5, 'rejected', "Closed on: '03/04/2026' can be two days. Write 2026-03-04 or 2026-04-03."],
  ]);
  expect((await applied(world.ada, run)).applied).toMatchObject({ created: 1, updated: 1, rejected: 2 });
  const { locations } = (await world.ada.call(listLocations, { query: { sort: 'name' } as never })).ok();
  expect(
    locations.map(({ name, number, state, zip, closed_on }) => [name, number, state, zip, closed_on]),
  ).toEqual([
    ['Airport', null, 'NY', '12211', null],
    ['Harbor 9', '0101', 'NY', '01201', null],
    ['mill  road', null, 'NY', '12207', '2026-01-31'],
  ]);
  const rejected = await (await world.ada.raw('GET', `/api/runs/${run.id}/result.csv?only=rejected`)).text();
  expect(rejected.split('\r\n').slice(1, 2)).toEqual([
    '0102,Short,1 Street,Albany,NY,123,,4,Skipped,ZIP code must be at least 5 characters.',
  ]);
  const fixed = rejected.replace(',NY,123,', ',NY,12345,').replace('03/04/2026', '2026-03-04');
  expect((await planned(world.ada, 'locations', fixed)).planned).toMatchObject({ created: 2, rejected: 0 });
  const { id } = world.locations.millRoad;
  (await world.ada.call(updateLocation, { params: { id }, body: { name: 'Mill Road' } })).ok();
  (await world.ada.raw('POST', `/api/locations/${id}/reopen`)).status;
});

test('an import of users adds them with roles and locations, and says what a second time changes', async () => {
  const file = [
    'E-mail;Name;Employee No;Position;Stores;Active',
    'nina@x.example;Nina New;00042;Manager; Airport;yes',
    'nico@x.example;Nico New;00043;Manger;;yes',
    'nora@x.example;Nora New;00044;+employee;-Airport;no',
  ].join('\r\n');
  const run = await planned(world.ada, 'users', file);
  expect(run.planned).toMatchObject({ created: 2, rejected: 1 });
  expect(await linesOf(world.ada, run)).toContainEqual([
    3,
    'rejected',
    "Roles: No role is called 'Manger'. Did you mean manager?",
  ]);
  expect((await applied(world.ada, run)).applied).toMatchObject({ created: 2, rejected: 1 });
  const { users } = (await world.ada.call(listUsers, { query: { q: 'New', sort: 'name' } as never })).ok();
  expect(users).toMatchObject([
    {
      full_name: 'Nina New',
      employee_number: '00042',
      is_active: true,
      role_ids: [world.roleIds.manager],
      location_ids: [world.locations.airport.id],
    },
    { full_name: 'Nora New', is_active: false, role_ids: [world.roleIds.employee], location_ids: [] },
  ]);
  const again = file.replace('Manger', 'manager').replace('Nina New', 'Nina Newer');
  expect((await planned(world.ada, 'users', again)).planned).toMatchObject({
    created: 1,
    updated: 1,
    unchanged: 1,
    rejected: 0,
  });
});

test('an import is planned again with other columns and options', async () => {
  const nina = await world.newUser('Opal Options', ['employee'], [world.locations.airport]);
  const file = `Email,Location,Phone\n${nina.email},,555-0100\n`;
  const run = await planned(world.ada, 'users', file);
  expect(run.planned).toMatchObject({ ...noCounts, updated: 1 });
  const noPhone = await replanned(world.ada, run.id, { mapping: ['email', 'locations', null] });
  expect(noPhone.planned).toMatchObject({ ...noCounts, unchanged: 1 });
  const cleared = await replanned(world.ada, run.id, {
    mapping: ['email', 'locations', null],
    blank_clears: ['locations'],
  });
  expect(cleared.planned).toMatchObject({ ...noCounts, updated: 1 });
});

test("a manager's file gets the same reasons for users and locations out of scope as for unknown ones", async () => {
  const mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
  const hidden = await world.newUser('Hetty Hidden', ['employee'], [world.locations.airport]);
  (await world.ada.raw('PATCH', `/api/users/${hidden.id}`, { employee_number: 'H-1' })).status;
  const unknown = crypto.randomUUID();
  const reasons = async (id: string, number: string, location: string) => {
    const file = [
      'Id,Employee number,Full name,Email,Locations',
      `${id},,Renamed,,`,
      `,${number},Renamed,,`,
      `,,Renamed,new@x.example,${location}`,
    ].join('\n');
    const lines = await linesOf(mia, await planned(mia, 'users', file));
    return JSON.stringify(lines).replaceAll(id, 'ID').replaceAll(location, 'LOCATION');
  };
  const known = await reasons(hidden.id, 'H-1', 'Airport');
  expect(known).toBe(await reasons(unknown, 'H-2', 'Nowhere'));
  expect(known).toContain('No user has this id.');
  expect(known).not.toContain('Hetty');
});

test('an exported list changes nothing when it is imported again', async () => {
  const { ada, locations, roleIds } = world;
  const names = ["'=1+1", '=SUM(A1)', '+1', '-x', 'O\'Neil; "Q"', 'Ünï ★', '@home', "''-", ';=1'];
  const place = { address: '1 Street', city: 'Albany', state: 'NY', zip: '01201' };
  for (const [index, name] of names.entries()) {
    const number = index % 3 === 0 ? `=0${index}` : null;
    const { id } = (await ada.call(createLocation, { body: { ...place, name, number } })).ok();
    const profile = {
      full_name: name,
      phone: index % 2 ? `+${index}` : null,
      employee_number: `-00${index}`,
    };
    const user = (await ada.call(createUser, { body: { ...profile, email: `o'${index}@x.example` } })).ok();
    const location_ids = [id, locations.airport.id];
    const role_ids = index % 2 ? [roleIds.manager, roleIds.viewer] : [];
    const params = { id: user.id };
    (await ada.call(replaceUserLocations, { params, body: { location_ids } })).ok();
    (await ada.call(replaceUserRoles, { params, body: { role_ids } })).ok();
  }
  for (const about of ['users', 'locations'] as const) {
    const file = await (await ada.raw('GET', `/api/${about}/export.csv`)).text();
    const run = await planned(ada, about, file, about === 'users' ? { replace: ['roles', 'locations'] } : {});
    expect(await linesOf(ada, run)).toEqual(
      Array.from({ length: run.total }, (_, index) => [index + 2, 'unchanged', null]),
    );
    expect(run.total).toBeGreaterThan(names.length);
  }
});

test('an import puts locations into districts by name or number, asks about unknown ones, and is undone', async () => {
  const own = await startWorld();
  try {
    const { ada } = own;
    const add = async (name: string, number: string | null) =>
      (await ada.call(createDistrict, { body: { name, number } })).ok();
    const [north, east] = [await add('North', '4'), await add('East', null)];
    const { id } = own.locations.millRoad;
    const lead = await own.newUser('Lee Lead');
    const body = { location_ids: [], district_ids: [north.id] };
    (await ada.call(replaceUserLocations, { params: { id: lead.id }, body })).ok();
    const file = [
      'Name,Address,City,State,ZIP,Region',
      'Mill Road,1 Mill Road,Albany,NY,12207,4',
      'Pier,1 Pier,Troy,NY,12180,east',
      'Dock,2 Pier,Troy,NY,12180,Norht',
    ].join('\n');
    const { id: run_id, file: facts } = (await upload(ada, 'locations', file)).ok();
    const mapping = facts?.mapping ?? [];
    expect(mapping.at(-1)).toBe('district');
    const query = { column: 'district' as const, index: 5 };
    const { words } = (await ada.call(contract.listUnknownWords, { params: { id: run_id }, query })).ok();
    expect(words).toMatchObject([{ value: 'Norht', lines: 1, repair: { means: north.id } }]);
    const run = async (path: 'plan' | 'apply') => {
      const options = { mapping, blank_clears: [], replace: [], deactivate_missing: false };
      const params = { id: run_id };
      if (path === 'plan') (await ada.call(contract.planImport, { params, body: options })).ok();
      else (await ada.call(contract.applyRun, { params, body: { confirm: null } })).ok();
      await own.workOnRuns();
      return (await ada.call(contract.getRun, { params })).ok();
    };
    expect((await run('plan')).planned).toMatchObject({ updated: 1, created: 1, rejected: 1 });
    const { lines } = (await ada.call(contract.listRunLines, { params: { id: run_id }, query: {} })).ok();
    expect(lines[0]?.changes).toEqual([{ field: 'District', before: null, after: 'North' }]);
    expect(lines[2]?.reason).toBe("District: No district is called or numbered 'Norht'. Did you mean North?");
    await run('apply');
    const districtOf = async (name: string) =>
      (await ada.call(listLocations, { query: {} })).ok().locations.find((one) => one.name === name)
        ?.district_id;
    expect([await districtOf('Mill Road'), await districtOf('Pier')]).toEqual([north.id, east.id]);
    expect((await lead.call(listLocations, { query: {} })).status).toBe(403);
    expect(
      (await ada.call(listUsers, { query: {} })).ok().users.find((one) => one.id === lead.id),
    ).toMatchObject({ location_ids: [id] });
    const undo = (await ada.call(contract.undoRun, { params: { id: run_id }, body: {} })).ok();
    await own.workOnRuns();
    (await ada.call(contract.applyRun, { params: { id: undo.id }, body: { confirm: null } })).ok();
    await own.workOnRuns();
    expect([await districtOf('Mill Road'), await districtOf('Pier')]).toEqual([null, undefined]);
  } finally {
    await own.close();
  }
});
