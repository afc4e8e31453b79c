import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { createDistrict, getDistrict } from '../../contract/districts.ts';
import type { Endpoint } from '../../contract/http/endpoint.ts';
import { serverPartOf } from '../../contract/http/server-part.ts';
import { createLocation, getLocation } from '../../contract/locations.ts';
import { getOrganization } from '../../contract/organization.ts';
import { getProfile } from '../../contract/profile.ts';
import { createRegister, listRegisters } from '../../contract/registers.ts';
import { createRole, getRole } from '../../contract/roles.ts';
import { createServiceAccount, listServiceAccounts } from '../../contract/service-accounts.ts';
import { getUser } from '../../contract/users.ts';
import { createView, listViews } from '../../contract/views.ts';
import type { Client } from '../testing/requests/client.ts';
import { contractEndpoints, nameOf } from '../testing/requests/contract-endpoints.ts';
import type { Choice } from '../testing/requests/endpoint-row.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import { type Parts, send } from '../testing/requests/send.ts';
import { millRoad, startWorld, type World } from '../testing/worlds/world.ts';

/**
 * The rules of every input of the contract: an edit changes the fields that it names and no other, and an unknown
 * member or parameter is refused, because one with a typing mistake would do something else than was asked. The auth
 * protocol (`/auth/v1`) is not part of the contract: its client sends members that this server has no use for, such
 * as `gotrue_meta_security` and `code_challenge`.
 */
const endpoints = await contractEndpoints();

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

type Row = Record<string, unknown>;

/** A row whose fields all have a value, and other values for all of them. */
interface Edited {
  create(): Promise<{ client: Client; id?: string; read: () => Promise<Row> }>;
  first: Row;
  other: Row;
}

/** One entry for each PATCH of the contract. */
const edits: Record<string, Edited> = {
  'PATCH /api/locations/:id': {
    async create() {
      const { ada } = world;
      const { id } = (await ada.call(createLocation, { body: millRoad })).ok();
      return { client: ada, id, read: async () => (await ada.call(getLocation, { params: { id } })).ok() };
    },
    first: { ...millRoad, phone: '(518) 555-0101', number: 'A-1', time_zone: 'America/New_York' },
    other: {
      ...{ name: 'Quay', address: '2 Quay', city: 'Troy', state: 'VT', zip: '12180' },
      ...{ phone: '(518) 555-0202', number: 'B-2', time_zone: 'America/Denver' },
    },
  },
  'PATCH /api/users/:id': {
    async create() {
      const { ada } = world;
      const { id } = await world.newUser('Ed Edited', ['employee'], [world.locations.millRoad]);
      return { client: ada, id, read: async () => (await ada.call(getUser, { params: { id } })).ok() };
    },
    first: { full_name: 'Ed Edited', phone: '(518) 555-0101', employee_number: '17', is_active: true },
    other: { full_name: 'Ed Other', phone: '(518) 555-0202', employee_number: '18', is_active: false },
  },
  'PATCH /api/districts/:id': {
    async create() {
      const { ada } = world;
      const { id } = (await ada.call(createDistrict, { body: { name: randomUUID() } })).ok();
      const read = async () => {
        const { manager, ...row } = (await ada.call(getDistrict, { params: { id } })).ok();
        return { ...row, manager_id: manager?.id ?? null };
      };
      return { client: ada, id, read };
    },
    get first() {
      return { name: 'District 4', number: '4', manager_id: world.ada.id };
    },
    other: { name: 'District 5', number: '5', manager_id: null },
  },
  'PATCH /api/service-accounts/:id': {
    async create() {
      const { ada } = world;
      const own = { name: 'HR export', purpose: '', owner_role_id: world.roleIds.employee };
      const places = { scope: 'locations' as const, location_ids: [world.locations.millRoad.id] };
      const body = { ...own, permissions: ['users.read' as const], ...places };
      const { id } = (await ada.call(createServiceAccount, { body })).ok();
      const read = async () => {
        const { accounts } = (await ada.call(listServiceAccounts, {})).ok();
        const { owner_role, has_owner: _, ...row } = accounts.find((one) => one.id === id) ?? expect.fail();
        return { ...row, owner_role_id: owner_role?.id };
      };
      return { client: ada, id, read };
    },
    get first() {
      return {
        name: 'HR export',
        purpose: 'Nightly',
        owner_role_id: world.roleIds.employee,
        is_active: true,
      };
    },
    get other() {
      return { name: 'HR feed', purpose: 'Weekly', owner_role_id: world.roleIds.viewer, is_active: false };
    },
  },
  'PATCH /api/organization': {
    async create() {
      const { ada } = world;
      return { client: ada, read: async () => (await ada.call(getOrganization, {})).ok() };
    },
    first: {
      ...{ product_name: 'Canopy', support_url: null, signups: 'open' },
      ...{ session_idle_minutes: null, invitation_days: 7 },
      ...{ time_zone: 'America/Chicago', week_starts_on: 'monday', silent_hours: 24, over_short_dollars: 10 },
      ...{ large_refund_dollars: 50, paid_outs_dollars: 300, unusual_times: 3 },
    },
    other: {
      ...{ product_name: 'Northline', support_url: 'https://help.example/', signups: 'closed' },
      ...{ session_idle_minutes: 600, invitation_days: 3 },
      ...{ time_zone: 'America/Denver', week_starts_on: 'sunday', silent_hours: 48, over_short_dollars: 25 },
      ...{ large_refund_dollars: 75, paid_outs_dollars: 500, unusual_times: 5 },
    },
  },
  'PATCH /api/registers/:id': {
    async create() {
      const { ada } = world;
      const body = { name: 'Front', location_ids: [world.locations.millRoad.id] };
      const { id } = (await ada.call(createRegister, { body })).ok().register;
      const read = async () => {
        const { registers } = (await ada.call(listRegisters, { query: {} })).ok();
        return registers.find((register) => register.id === id) ?? expect.fail('It is gone');
      };
      return { client: ada, id, read };
    },
    get first() {
      return {
        ...{ name: 'Front', location_ids: [world.locations.millRoad.id], store_number: '1' },
        ...{ has_net_departments: false, lacks_check_digit: false, over_short_sign: 'undecided' },
      };
    },
    get other() {
      return {
        ...{ name: 'Back', location_ids: [world.locations.airport.id], store_number: '2' },
        ...{ has_net_departments: true, lacks_check_digit: true, over_short_sign: 'over' },
      };
    },
  },
  'PATCH /api/profile': {
    async create() {
      const client = await world.newUser('Own Profile', ['employee'], [world.locations.millRoad]);
      const read = async () => {
        // It says when the profile was read.
        const { cursor: _cursor, ...row } = (await client.call(getProfile, {})).ok();
        return row;
      };
      return { client, read };
    },
    first: { full_name: 'Own Profile', phone: '(518) 555-0101' },
    other: { full_name: 'Other Name', phone: '(518) 555-0202' },
  },
  'PATCH /api/roles/:id': {
    async create() {
      const { ada } = world;
      const body = { name: `Role ${randomUUID()}`, permissions: ['users.read' as const] };
      const { id } = (await ada.call(createRole, { body })).ok();
      return { client: ada, id, read: async () => (await ada.call(getRole, { params: { id } })).ok() };
    },
    first: {
      ...{ name: 'Edited', description: 'One', color: 'plum', permissions: ['users.read'] },
      requires_second_factor: true,
    },
    other: {
      ...{ name: 'Other', description: 'Two', color: 'rose', permissions: ['roles.read'] },
      requires_second_factor: false,
    },
  },
  'PATCH /api/views/:id': {
    async create() {
      const { ada } = world;
      const { id } = (await ada.call(createView, { body: { list: 'users', name: 'View', query: '' } })).ok();
      const read = async () =>
        (await ada.call(listViews, {})).ok().views.find((view) => view.id === id) as unknown as Row;
      return { client: ada, id, read };
    },
    first: { name: 'Edited', query: 'status=active', is_shared: true },
    other: { name: 'Other', query: 'status=inactive', is_shared: false },
  },
};

const patches = endpoints.filter(({ method }) => method === 'PATCH');

function fieldsOf(endpoint: Endpoint): string[] {
  const { properties = {} } = jsonSchemaOf(serverPartOf(endpoint).body) as { properties?: Row };
  return Object.keys(properties);
}

/** The parts of a row that are not its version. */
function content({ updated_at: _version, ...rest }: Row): Row {
  return rest;
}

test.each(
  patches.map((endpoint) => ({ name: nameOf(endpoint), endpoint })),
)('$name changes the fields that it names, and no other', async ({ name, endpoint }) => {
  const { create, first, other } = edits[name] ?? expect.fail('Every PATCH needs an entry in `edits`');
  const fields = fieldsOf(endpoint);
  expect(Object.keys(first).sort(), 'the entry has every field').toEqual(fields.toSorted());
  expect(Object.keys(other).sort(), 'the entry has every field').toEqual(fields.toSorted());
  const { client, id = '', read } = await create();
  const edit = async (body: Row) => {
    const answer = await send(client, endpoint, { params: { id }, body });
    expect(answer.status, answer.text).toBe(200);
    return read();
  };
  const row = await edit(first);
  expect(row).toMatchObject(first);
  expect(await edit({})).toEqual(row);
  for (const field of fields) {
    expect(content(await edit({ [field]: other[field] })), field).toEqual({
      ...content(row),
      [field]: other[field],
      // Says of a view what its filters name.
      ...('gone' in row && { gone: [] }),
    });
    expect(content(await edit({ [field]: first[field] })), field).toEqual(content(row));
  }
});

function jsonSchemaOf(schema: ReturnType<typeof serverPartOf>['body']): Row {
  return schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {};
}

/** The paths of the objects that take members that they do not name. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isOpen = 'properties' in schema && (schema as Row).additionalProperties !== false;
  const inside = Object.entries(schema).flatMap(([name, part]) => openObjects(part, `${path}/${name}`));
  return isOpen ? [path, ...inside] : inside;
}

test('every query and body of the contract takes known members only, however deep', () => {
  const open = endpoints.flatMap((endpoint) => {
    const { query, body } = serverPartOf(endpoint);
    return [query, body].flatMap((part) =>
      openObjects(jsonSchemaOf(part)).map((path) => `${nameOf(endpoint)} ${path}`),
    );
  });
  expect(open).toEqual([]);
});

const named = endpointTable.map((row) => ({ name: nameOf(row.endpoint), ...row }));

test.each(named)('$name refuses an unknown parameter', async ({ endpoint, request }) => {
  const parts = await request(choice);
  await expectRefusal(endpoint, { ...parts, query: { ...parts.query, statuss: 'x' } });
});

const withBody = named.filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.upload);

test.each(withBody)('$name refuses an unknown member', async ({ endpoint, request }) => {
  const parts = await request(choice);
  await expectRefusal(endpoint, { ...parts, body: { ...(parts.body as object), phonee: 'x' } });
});

async function expectRefusal(endpoint: Endpoint, parts: Parts) {
  const { status, text } = await send(world.ada, endpoint, parts);
  expect(status, text.slice(0, 200)).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ code: 'validation_failed' });
  expect(text).toMatch(/Unknown member: (statuss|phonee)/);
}

/** Requests are refused before the rows that they name are looked for. */
const unknown = async () => randomUUID();
const choice: Choice = {
  ...{ user: unknown, location: unknown, spareLocation: unknown, role: unknown, email: unknown },
  ...{ employeeRole: randomUUID(), sharedView: unknown, at: unknown },
};
