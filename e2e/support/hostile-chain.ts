import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createDistrict, moveLocation } from '../../contract/districts.ts';
import { sendInvitation } from '../../contract/invitations.ts';
import { closeLocation, type Location } from '../../contract/locations.ts';
import { createRegister } from '../../contract/registers.ts';
import { createRole, listRoles } from '../../contract/roles.ts';
import { applyRun, createRun, getRun, type Run } from '../../contract/runs.ts';
import { updateUser } from '../../contract/users.ts';
import type { Client } from '../../server/testing/requests/client.ts';
import { fgm, mcm, msm, priceBook, zipOfTexts } from '../../server/testing/requests/register-xml.ts';
import { uploaded } from '../../server/testing/requests/sales-files.ts';
import { upload } from '../../server/testing/requests/upload.ts';
import { apiOf, storeDepots, storeLocation, storeUser } from './chain.ts';

/** One chain for the whole tour: the longest names, empty values, many rows, and one of all that is closed or amiss. */

export const longLocation = 'Constantinople Boulevard and Featherstonehaugh Crossroads 39';
export const longUser = 'Konstantinopolitanskaya-Featherstonehaugh Maximiliana Wolfes';
export const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };
export const bob = { email: 'bob@northline.example', full_name: 'Bob Lee' };
export const bobsPhone = '(518) 555-0100';
export const password = 'forecourt-7';

export type Chain = Awaited<ReturnType<typeof storeChain>>;

/** By the administrator who is signed in on the page. */
export async function storeChain(page: Page) {
  const api = await apiOf(page);
  const depots = await storeDepots(api, 40);
  const long = await storeLocation(api, longLocation, { city: 'Rancho Santa Margarita', number: '104' });
  const people = await storePeople(api, long, depots);
  const managed = { roles: ['manager'], locations: [long] };
  await storeUser(api, { email: 'mona@northline.example', full_name: 'Mona Manager', ...managed });
  await storeJoining(page, api, { email: 'jo@northline.example', full_name: 'Jo Joining', ...managed });
  const [, closed] = depots;
  const closing = { params: { id: closed?.id ?? '' }, body: { closed_on: '2026-03-02' } };
  (await api.call(closeLocation, closing)).ok();
  const named = { name: `District of the ${longLocation}`, manager_id: people.user };
  const district = (await api.call(createDistrict, { body: named })).ok().id;
  for (const { id } of depots.slice(0, 3))
    (await api.call(moveLocation, { params: { id }, body: { district_id: district } })).ok();
  const runs = await storeRuns(api, people.others);
  const sales = await storeSales(page, api, long);
  return { api, depots, district, ...runs, ...sales, ...people, location: long.id, closed: closed?.id ?? '' };
}

async function storePeople(api: Client, long: Location, depots: readonly Location[]) {
  const roles = Array.from({ length: 12 }, (_, index) => `Car Wash Attendant ${index + 1}`);
  for (const name of roles)
    (await api.call(createRole, { body: { name, description: name, permissions: ['locations.read'] } })).ok();
  const ian = await storeUser(api, { email: 'ian@northline.example', full_name: 'Ian Inactive' });
  (await api.call(updateUser, { params: { id: ian.id }, body: { is_active: false } })).ok();
  const others: string[] = [];
  for (let n = 0; n < 38; n += 1) {
    const at = n === 0 ? depots : n % 2 ? depots.slice(0, 1) : [long];
    const email = `${n === 1 ? 'w'.repeat(60) : `user${n}`}@northline.example`;
    const user = { email, full_name: `User ${n}`, locations: [...at] };
    others.push((await storeUser(api, user)).id);
  }
  const max = await storeUser(api, {
    ...{ email: 'maximiliana@northline.example', full_name: longUser, roles },
    locations: [...depots.slice(1), long],
  });
  const lee = await storeUser(api, { ...bob, roles: ['employee'], locations: depots.slice(30, 32) });
  (await api.call(updateUser, { params: { id: lee.id }, body: { phone: bobsPhone } })).ok();
  const user = await storeUser(api, { ...eva, locations: depots.slice(0, 3) });
  return { user: user.id, bob: lee, max: max.id, inactive: ian.id, others };
}

async function storeRuns(api: Client, ids: readonly string[]) {
  const waitFor = async (id: string, state: Run['state']) => {
    const stateOf = async () => (await api.call(getRun, { params: { id } })).ok().state;
    await expect.poll(stateOf).toBe(state);
    return id;
  };
  const plan = async (act: { act: 'deactivate' } | { act: 'roles'; add: string[]; remove: string[] }) => {
    const body = { about: 'users' as const, act, selection: { ids: [...ids] } };
    return waitFor((await api.call(createRun, { body })).ok().id, 'planned');
  };
  const planned = await plan({ act: 'deactivate' });
  const { roles } = (await api.call(listRoles, {})).ok();
  const employee = roles.find(({ name }) => name === 'employee')?.id ?? '';
  const done = await plan({ act: 'roles', add: [employee], remove: [] });
  (await api.call(applyRun, { params: { id: done }, body: {} })).ok();
  await waitFor(done, 'done');
  const file = 'E-mail;Name;Role;Store #\nann@northline.example;Ann New;Manger;Harbor 394\nno email;Dan;;\n';
  const imported = (await upload(api, 'users', file)).ok().id;
  return { planned, done, imported };
}

/** Today in the time zone of the locations, and so many days before. */
export function dayBefore(days: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' });
  return format.format(Date.now() - days * 86_400_000);
}

/**
 * Four weeks of three locations, of which the last 7 days are 5 % below those before: all pairs are. One location has
 * been silent for 9 days, one never sent a file. On one day nobody knows the merchandise, on another it is negative.
 */
async function storeSales(page: Page, api: Client, long: Location) {
  const harbor = await storeLocation(api, 'Harbor', { number: '7' });
  const silent = await storeLocation(api, 'Silent Hill', { number: '9' });
  await storeLocation(api, 'Never Heard', { number: '11' });
  for (const [location, number, from] of [
    [long, '104', 1],
    [harbor, '7', 1],
    [silent, '9', 9],
  ] as const) {
    const files: Record<string, string> = {};
    for (let back = from; back <= 28; back += 1) Object.assign(files, filesOf(number, back));
    const body = { name: location.name, location_ids: [location.id], over_short_sign: 'over' as const };
    const { key } = (await api.call(createRegister, { body })).ok();
    const send = async (name: string, type: string, data: string | Uint8Array) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': type };
      const answer = await page.request.post(`/api/register-files?name=${name}`, {
        headers,
        data: Buffer.from(data),
      });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    await send('month.zip', 'application/zip', await zipOfTexts(files));
    if (location !== long) continue;
    await send('items.xml', 'application/xml', priceBook(products, { store: number }));
    await send('stray.xml', 'application/xml', mcm(headOf('999', 1), [{ code: '12', amount: '9.99' }]));
    const counted = { counted_at: `${dayBefore(3)}T06:00:00`, reorder_point: 12 };
    const stock = products.map(({ code }, index) => ({ location: '104', code, on_hand: index, ...counted }));
    const headers = { authorization: `Bearer ${key}` };
    expect((await page.request.post('/api/register-feed', { headers, data: { stock } })).ok()).toBe(true);
  }
  const closes = `Store,Date,Fuel gallons,Fuel,${'Prepared Food and Fountain '.repeat(2)}\n104,${dayBefore(40)},100,304.90,50\n`;
  const { id } = await uploaded(api, closes);
  return { closes: id, day: dayBefore(1) };
}

const products = [
  { code: '49000000443', name: 'Cola 20 oz' },
  { code: '4011', name: 'Fairtrade Bananas of the Windward Islands, Bunch of Five, Ripe' },
];

const headOf = (store: string, back: number) => ({
  store,
  business_date: dayBefore(back),
  began: `${dayBefore(back)}T00:10:00`,
  ended: `${dayBefore(back)}T23:50:00`,
});

function filesOf(store: string, back: number): Record<string, string> {
  const head = headOf(store, back);
  const share = back <= 7 ? 0.95 : 1;
  const amount = (value: number) => (value * share).toFixed(2);
  const sold = { code: '12', name: 'Prepared Food and Fountain Drinks', discount: '-20.00' };
  const lottery = { code: '30', name: 'Lottery', amount: '83.00' };
  const over = store === '104' && back === 1 ? [['statistics/overShort', '-60.00'] as const] : [];
  return {
    [`fuel-${back}.xml`]: fgm(head, [
      { grade: '001', volume: amount(10_000), amount: amount(30_490), discount: '-0.50' },
      { grade: '002', volume: amount(800), amount: amount(2_800) },
    ]),
    ...(back !== 21 && {
      [`goods-${back}.xml`]: mcm(head, [
        { ...sold, amount: back === 20 ? '-900.00' : amount(5_000) },
        lottery,
      ]),
    }),
    [`day-${back}.xml`]: msm(head, { sales: 400, tax: amount(250), values: over }),
  };
}

/** Adds a user, who opens their invitation: they have a session then, and no password. */
export async function storeJoining(page: Page, api: Client, user: Parameters<typeof storeUser>[1]) {
  const { id } = await storeUser(api, user);
  const { link } = (await api.call(sendInvitation, { params: { id }, body: { by: 'link' } })).ok();
  const token_hash = new URL(link ?? '').searchParams.get('token_hash');
  const answer = await page.request.post('/auth/v1/verify', { data: { type: 'invite', token_hash } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { access_token: string };
}

/** Adds a user who has joined. Returns the storage of their browser. */
export async function storeJoined(page: Page, api: Client, user: Parameters<typeof storeUser>[1]) {
  const { access_token } = await storeJoining(page, api, user);
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await page.request.put('/auth/v1/user', { data: { password }, headers })).ok()).toBe(true);
  const data = { email: user.email, password };
  const session = await page.request.post('/auth/v1/token?grant_type=password', { data });
  const { origin } = new URL(page.url());
  const localStorage = [
    { name: 'canopy.session', value: await session.text() },
    { name: 'canopy.remember', value: 'yes' },
  ];
  return { cookies: [], origins: [{ origin, localStorage }] };
}
