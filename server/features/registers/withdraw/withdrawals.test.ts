import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { createLocation } from '../../../../contract/locations.ts';
import * as contract from '../../../../contract/registers.ts';
import { createRole } from '../../../../contract/roles.ts';
import { replaceUserRoles } from '../../../../contract/users.ts';
import {
  createWithdrawal,
  listWithdrawals,
  previewWithdrawal,
  undoWithdrawal,
  type WithdrawalInput,
} from '../../../../contract/withdrawals.ts';
import { fgm, journal, mcm, priceBook } from '../../../testing/requests/register-xml.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';
import { readWaiting } from '../receive/files.service.ts';

let world: World;
let clock = new Date('2026-03-20T23:30:00Z');
beforeAll(async () => {
  world = await startWorld({ now: () => clock });
});
afterAll(() => world.close());

/** Returns the moment between what came before and what comes after. */
function later(): string {
  clock = new Date(clock.getTime() + 120_000);
  return new Date(clock.getTime() - 60_000).toISOString();
}

async function post(path: string, key: string, body: string) {
  const type = path.endsWith('feed') ? 'application/json' : 'application/xml';
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const answer = await world.nobody.raw('POST', path, body, headers);
  expect(answer.status).toBe(200);
  return answer.json() as Promise<unknown>;
}

async function store(number: string) {
  const location = (
    await world.ada.call(createLocation, { body: { ...millRoad, name: `Store ${number}`, number } })
  ).ok();
  const { register, key } = (
    await world.ada.call(contract.createRegister, {
      body: { name: `Front of ${number}`, location_ids: [location.id] },
    })
  ).ok();
  const send = async (file: string, with_key = key) => {
    const { files } = (await post(
      '/api/register-files?name=a.xml',
      with_key,
      file,
    )) as contract.RegisterReceipt;
    return files.map(({ outcome }) => outcome);
  };
  const days = async () => {
    const query = { from: '2026-03-01', to: '2026-03-31' };
    const answer = (
      await world.ada.call(contract.getLocationSales, { params: { id: location.id }, query })
    ).ok();
    return answer.days.map(({ business_date, fuel, merchandise }) => [
      business_date.slice(8),
      fuel,
      merchandise,
    ]);
  };
  const files = async (outcome?: contract.FileOutcome) => {
    const query = { location: location.id, ...(outcome && { outcome }) };
    return (await world.ada.call(contract.listRegisterFiles, { query })).ok().files;
  };
  return { location, register, key, send, days, files };
}

const head = (store: string, day: string) => ({
  ...{ store, business_date: `2026-03-${day}` },
  ...{ began: `2026-03-${day}T06:00:00`, ended: `2026-03-${day}T22:00:00` },
});
const fuel = (store: string, day: string, amount: string) =>
  fgm(head(store, day), [{ grade: '1', volume: '1', amount }]);
const goods = (store: string, day: string, amount: string) =>
  mcm(head(store, day), [{ code: '12', name: 'Snacks', amount }]);

const withdraw = async (body: WithdrawalInput) => (await world.ada.call(createWithdrawal, { body })).ok();
const undo = async (id: string) => (await world.ada.call(undoWithdrawal, { params: { id } })).ok();
const look = async (query: WithdrawalInput) => (await world.ada.call(previewWithdrawal, { query })).ok();

test('what a stolen key sent is withdrawn from a moment on, sent again with a new key, and the undo changes nothing of that', async () => {
  const { register, key, send, days, files } = await store('1');
  await send(fuel('1', '10', '5.00'));
  await send(goods('1', '10', '2.00'));
  const stolen = later();
  await send(fuel('1', '10', '900.00'));
  await send(goods('1', '11', '70.00'));
  await send(fuel('1', '12', '8.00'));
  const before = [
    ['12', 800, null],
    ['11', null, 7000],
    ['10', 90_000, 200],
  ];
  expect(await days()).toEqual(before);
  const by = { register: register.id, received_from: stolen };
  const preview = await look(by);
  expect(preview).toMatchObject({ files: 3, locations: 1, days: 3, next: null });
  const figures = (revenue: number | null, fuel: number | null, merchandise: number | null) => ({
    ...{ revenue, fuel, merchandise },
  });
  expect(preview.changes.map(({ business_date, before, after }) => [business_date, before, after])).toEqual([
    ['2026-03-12', figures(800, 800, null), figures(null, null, null)],
    ['2026-03-11', figures(7000, null, 7000), figures(null, null, null)],
    ['2026-03-10', figures(90_200, 90_000, 200), figures(700, 500, 200)],
  ]);
  // To look changes nothing.
  expect(await days()).toEqual(before);
  const withdrawal = await withdraw({ ...by, received_to: preview.received_to });
  expect(withdrawal).toMatchObject({ files: 3, days: 3, register: { name: 'Front of 1' }, undone_at: null });
  expect(await days()).toEqual([['10', 500, 200]]);
  expect(await files('withdrawn')).toHaveLength(3);
  expect(await files('accepted')).toHaveLength(2);
  expect((await files('withdrawn'))[0]).toMatchObject({
    reason: 'Withdrawn by Ada Owner',
    can_read_again: false,
  });
  // Their bytes are no duplicate.
  later();
  expect(await send(fuel('1', '12', '8.00'))).toEqual(['accepted']);
  expect(await send(fuel('1', '12', '8.00'))).toEqual(['duplicate']);
  const params = { id: register.id };
  const { key: another } = (await world.ada.call(contract.replaceRegisterKey, { params })).ok();
  expect(await send(goods('1', '11', '70.00'), another)).toEqual(['accepted']);
  expect(key).not.toBe(another);
  expect(await days()).toEqual([
    ['12', 800, null],
    ['11', null, 7000],
    ['10', 500, 200],
  ]);
  const undone = await undo(withdrawal.id);
  expect(undone.undone_at).not.toBeNull();
  expect(await undo(withdrawal.id)).toEqual(undone);
  expect(await days()).toEqual(before);
  expect(await files('withdrawn')).toEqual([]);
  const { entries } = (
    await world.ada.call(listAudit, { query: { location: register.location_ids[0] } })
  ).ok();
  expect(entries.map(({ sentence }) => sentence)).toEqual(
    expect.arrayContaining([
      'Ada Owner withdrew register files of Front of 1: 3 files, 3 days',
      'Ada Owner undid the withdrawal of register files of Front of 1: 1 file, 1 day',
    ]),
  );
});

test('journals, the feed and waiting files are withdrawn, and a price book stays', async () => {
  const { location, key, send, days, files } = await store('2');
  const feed = (version: number, gross: number) =>
    post(
      '/api/register-feed',
      key,
      JSON.stringify({
        days: [
          {
            ...{ location: '2', business_date: '2026-03-09', began: '2026-03-09T06:00:00', ended: null },
            ...{ currency: 'USD', fuel: [], tax: null, sales: null, refunds: null, version },
            departments: [{ code: '13', name: 'Fed', gross, discounts: 0, refunds: 0 }],
          },
        ],
      }),
    );
  await feed(7, 4400);
  const sale = journal(
    [
      {
        ...{ transaction: '1', business_date: '2026-03-08', began: '2026-03-08T08:00:00' },
        items: [{ department: '12', amount: '3.00', quantity: '1' }],
      },
    ],
    '2',
  );
  await send(sale);
  await send(priceBook([{ code: '77', name: 'Soda' }], { store: '2' }));
  expect(await send(fuel('2', '23', '5.00'))).toEqual(['waiting']);
  expect(await days()).toEqual([
    ['09', null, 4400],
    ['08', null, 300],
  ]);
  const by = { location: location.id };
  expect(await look(by)).toMatchObject({ files: 2, days: 3 });
  const { id } = await withdraw(by);
  expect(await days()).toEqual([]);
  expect((await files()).map(({ document, outcome }) => [document, outcome])).toEqual([
    ['FGM', 'withdrawn'],
    ['ITT', 'accepted'],
    ['PJR', 'withdrawn'],
  ]);
  later();
  // A version that is not higher counts, because the known one does not.
  await feed(7, 5500);
  expect(await days()).toEqual([['09', null, 5500]]);
  clock = new Date('2026-03-21T00:05:00Z');
  await readWaiting(world.app);
  expect(await days()).toEqual([['09', null, 5500]]);
  await undo(id);
  expect(await days()).toEqual([
    ['23', 500, null],
    ['09', null, 5500],
    ['08', null, 300],
  ]);
});

test('a preview has pages, and names only days that change', async () => {
  const { location, send } = await store('3');
  for (const day of ['01', '02', '03']) await send(fuel('3', day, '5.00'));
  const early = later();
  for (const day of ['02', '03', '04']) await send(fuel('3', day, '5.000'));
  const by = { location: location.id, received_from: early };
  const first = (await world.ada.call(previewWithdrawal, { query: { ...by, limit: 2 } })).ok();
  expect(first).toMatchObject({ files: 3, days: 3, changes: [{ business_date: '2026-03-04' }] });
  const query = { ...by, limit: 2, after: first.next ?? '' };
  expect((await world.ada.call(previewWithdrawal, { query })).ok()).toMatchObject({
    changes: [],
    next: null,
  });
  const other = await world.ada.call(previewWithdrawal, {
    query: { location: location.id, after: query.after },
  });
  expect(other.status).toBe(400);
});

/** Each look at the clock is four seconds later than the one before. Returns how often the background was woken. */
async function inNoTime(act: () => Promise<unknown>): Promise<number> {
  const wake = vi.spyOn(world.app.registerFiles, 'wake');
  let time = Date.now();
  const late = vi.spyOn(Date, 'now').mockImplementation(() => (time += 4000));
  await act();
  late.mockRestore();
  const { length } = wake.mock.calls;
  wake.mockRestore();
  return length;
}

test('days for which there is no time begin in the background at once, also those of a lost key', async () => {
  const { location, register, send, days } = await store('7');
  await send(fuel('7', '02', '5.00'));
  const params = { id: register.id };
  const revoke = async () =>
    (await world.ada.call(contract.revokeRegister, { params, body: { is_lost: true } })).ok();
  expect(await inNoTime(revoke)).toBe(1);
  await readWaiting(world.app);
  expect(await inNoTime(() => withdraw({ location: location.id }))).toBe(1);
  expect(await days()).toEqual([['02', 500, null]]);
  await readWaiting(world.app);
  expect(await days()).toEqual([]);
});

test('a withdrawal of nothing, or of a time that ends before it begins, is refused', async () => {
  const { register } = await store('4');
  const refused = async (body: WithdrawalInput) => (await world.ada.call(createWithdrawal, { body })).status;
  expect(await refused({ register: register.id })).toBe(409);
  expect(await refused({ register: crypto.randomUUID() })).toBe(404);
  expect(await refused({ location: crypto.randomUUID() })).toBe(404);
  const [received_from, received_to] = ['2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
  expect(await refused({ received_from, received_to })).toBe(400);
});

test('who manages some locations withdraws only what belongs to them', async () => {
  const [own, hidden] = [await store('5'), await store('6')];
  const both = [own.location.id, hidden.location.id];
  const shared = { name: 'Shared', location_ids: both };
  const { register, key } = (await world.ada.call(contract.createRegister, { body: shared })).ok();
  await hidden.send(fuel('5', '10', '5.00'), key);
  await hidden.send(fuel('6', '10', '5.00'), key);
  const role = {
    name: 'Register keeper',
    description: '',
    permissions: ['registers.read', 'registers.manage'],
  };
  const { id } = (await world.ada.call(createRole, { body: role as never })).ok();
  const mona = await world.newUser('Mona Manager', [], [own.location]);
  (await world.ada.call(replaceUserRoles, { params: { id: mona.id }, body: { role_ids: [id] } })).ok();
  const withdrawBy = (body: WithdrawalInput) => mona.call(createWithdrawal, { body });
  expect((await withdrawBy({})).status).toBe(400);
  expect((await withdrawBy({ location: hidden.location.id })).status).toBe(404);
  expect((await withdrawBy({ register: register.id })).status).toBe(403);
  // It sends no more for the hidden location, but its files are there.
  const changes = { location_ids: [own.location.id] };
  (await world.ada.call(contract.updateRegister, { params: { id: register.id }, body: changes })).ok();
  expect((await withdrawBy({ register: register.id })).status).toBe(403);
  const query = { register: register.id };
  expect((await mona.call(previewWithdrawal, { query })).status).toBe(403);
  const mine = (await withdrawBy({ location: own.location.id })).ok();
  const all = await withdraw({ received_from: '2026-01-01T00:00:00.000Z' });
  expect(await hidden.days()).toEqual([]);
  const seen = (await mona.call(listWithdrawals, {})).ok().withdrawals;
  expect(seen.map((one) => one.id)).toEqual([mine.id]);
  expect((await mona.call(undoWithdrawal, { params: { id: all.id } })).status).toBe(404);
  (await mona.call(undoWithdrawal, { params: { id: mine.id } })).ok();
  await undo(all.id);
  expect(await hidden.days()).toEqual([['10', 500, null]]);
});
