import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createDistrict, moveLocation } from '../../contract/districts.ts';
import { sendInvitation } from '../../contract/invitations.ts';
import { closeLocation, type Location } from '../../contract/locations.ts';
import { updateOrganization } from '../../contract/organization.ts';
import { createRegister } from '../../contract/registers.ts';
import { createRole, listRoles } from '../../contract/roles.ts';
import { applyRun, createRun, getRun, type Run } from '../../contract/runs.ts';
import { updateUser } from '../../contract/users.ts';
import type { Client } from '../../server/testing/requests/client.ts';
import { fgm, ism, mcm, msm, priceBook, zipOfTexts } from '../../server/testing/requests/register-xml.ts';
import { uploaded } from '../../server/testing/requests/sales-files.ts';
import { upload } from '../../server/testing/requests/upload.ts';
import { apiOf, storeDepots, storeLocation, storeUser } from './chain.ts';

/** One chain for the whole tour: the longest names, empty values, many rows, and one of all that is closed or amiss. */

export const longLocation = 'Constantinople Boulevard and Featherstonehaugh Crossroads 39';
export const longUser = 'Konstantinopolitanskaya-Featherstonehaugh Maximiliana Wolfes';
export const longView = 'Associates of the Windward Islands without any role';
export const eva = { email: 'eva@northline.example', full_name: 'Eva Employee' };
export const bob = { email: 'bob@northline.example', full_name: 'Bob Lee' };
export const bobsPhone = '(518) 555-0100';
export const password = 'forecourt-7';
const zone = 'America/New_York';

export type Chain = Awaited<ReturnType<typeof storeChain>>;

/** By the administrator who is signed in on the page. */
export async function storeChain(page: Page) {
  const api = await apiOf(page);
  // As the locations, so that the dates of both are the same at any hour.
  (await api.call(updateOrganization, { body: { time_zone: zone } })).ok();
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
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return format.format(Date.now() - days * 86_400_000);
}

/**
 * Two years of three locations. Of the last 7, 28, 90 and 364 days, each period stands 5 % below the one before it: all
 * pairs do. One location has been silent for 9 days, one never sent a file. On one day nobody knows the merchandise, on
 * another it is negative. Of one product more was sold than was counted.
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
    const send = senderOf(page, key);
    await send('month.zip', 'application/zip', await zipOfTexts(files));
    const days = Array.from({ length: 707 }, (_, index) => fedDay(number, 29 + index));
    for (const part of [days.slice(0, 400), days.slice(400)]) await feed(page, key, { days: part });
    if (location !== long) continue;
    await send('items.xml', 'application/xml', priceBook(products, { store: number }));
    await send('stray.xml', 'application/xml', mcm(headOf('999', 1), [{ code: '12', amount: '9.99' }]));
    const stock = products.map(({ code, on_hand }) => ({
      ...{ location: '104', code, on_hand, reorder_point: 12 },
      counted_at: `${dayBefore(3)}T06:00:00`,
    }));
    await feed(page, key, { stock });
  }
  const closes = `Store,Date,Fuel gallons,Fuel,${'Prepared Food and Fountain '.repeat(2)}\n104,${dayBefore(40)},100,304.90,50\n`;
  const { id } = await uploaded(api, closes);
  return { closes: id, day: dayBefore(1), fedDay: dayBefore(29) };
}

const storesCount = 300;

/** 300 more locations, of which each has three weeks, as all others in the same days. */
export async function storeManySales(page: Page, api: Client): Promise<Location[]> {
  const stores: Location[] = [];
  for (let number = 1001; number <= 1000 + storesCount; number += 1)
    stores.push(await storeLocation(api, `Store ${number}`, { number: `${number}` }));
  const body = { name: 'Cloud', location_ids: stores.map(({ id }) => id) };
  const { key } = (await api.call(createRegister, { body })).ok();
  const days = stores.flatMap(({ number }) =>
    Array.from({ length: 21 }, (_, index) => fedDay(number ?? '', 1 + index)),
  );
  for (let from = 0; from < days.length; from += 500)
    await feed(page, key, { days: days.slice(from, from + 500) });
  return stores;
}

function senderOf(page: Page, key: string) {
  return async (name: string, type: string, data: string | Uint8Array) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const answer = await page.request.post(`/api/register-files?name=${name}`, {
      headers,
      data: Buffer.from(data),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
}

async function feed(page: Page, key: string, data: object) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await page.request.post('/api/register-feed', { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  expect(await answer.text()).not.toContain('refused');
}

const products = [
  { code: '49000000443', name: 'Cola 20 oz', on_hand: 65 },
  { code: '4011', name: 'Fairtrade Bananas of the Windward Islands, Bunch of Five, Ripe', on_hand: 1 },
  { code: '4012', name: 'Oranges', on_hand: -37 },
];

const headOf = (store: string, back: number) => ({
  store,
  business_date: dayBefore(back),
  began: `${dayBefore(back)}T00:10:00`,
  ended: `${dayBefore(back)}T23:50:00`,
});

/** The day of the next period that is compared with this one. */
function laterOf(back: number): number | null {
  const days = [7, 28, 90, 364].find((days) => back > days && back <= 2 * days);
  return days === undefined ? null : back - days;
}

const shareOf = (back: number): number => {
  const later = laterOf(back);
  return later === null ? 0.95 : shareOf(later) / 0.95;
};

function isNegative(back: number): boolean {
  const later = laterOf(back);
  return back === 20 || (later !== null && isNegative(later));
}

function filesOf(store: string, back: number): Record<string, string> {
  const head = headOf(store, back);
  const amount = (value: number) => (value * shareOf(back)).toFixed(2);
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
        { ...sold, amount: amount(isNegative(back) ? -900 : 5_000) },
        lottery,
      ]),
    }),
    ...(back === 1 && {
      'items-1.xml': ism(head, [{ code: '49000000443', name: 'Cola', department: '12', quantity: '102' }]),
    }),
    [`day-${back}.xml`]: msm(head, { sales: 400, tax: amount(250), values: over }),
  };
}

/** Without files: as a register in the cloud says it. Nobody counted what it sold. */
function fedDay(location: string, back: number) {
  const { store: _, ...head } = headOf(location, back);
  const amount = (value: number) => Math.round(value * shareOf(back));
  return {
    ...{ location, ...head, currency: 'USD', tax: amount(25_000), sales: 400, refunds: null, version: 0 },
    fuel: [
      { grade: '001', volume: amount(10_000_000), gross: amount(3_049_000), discounts: 50 },
      { grade: '002', volume: amount(800_000), gross: amount(280_000), discounts: 0 },
    ],
    departments: [
      {
        ...{ code: '12', name: 'Prepared Food and Fountain Drinks', discounts: 2000, refunds: 0 },
        gross: amount(isNegative(back) ? -90_000 : 500_000),
      },
      { code: '30', name: 'Lottery', gross: 8300, discounts: 0, refunds: 0 },
    ],
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
