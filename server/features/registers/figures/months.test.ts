import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../../../contract/locations.ts';
import { createRegister } from '../../../../contract/registers.ts';
import { createWithdrawal, undoWithdrawal } from '../../../../contract/withdrawals.ts';
import { fgm, mcm, type ReportHead } from '../../../testing/requests/register-xml.ts';
import { millRoad, startWorld, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date('2026-04-20T23:30:00Z') });
});
afterAll(() => world.close());

const columns =
  'location_id, kind, code, name, counts_as, amount, gross, quantity, proposed, undecided, days';
const read = async (statement: string) =>
  (await sql.raw<{ month: string; days: number }>(statement).execute(world.app.database.read)).rows;

/** The stored months, which are exactly what the parts of all days add up to. */
async function storedMonths() {
  const order = 'order by month, kind, code';
  const stored = await read(`select month, ${columns}, days_without_gross from sales_months ${order}`);
  const sums = ['amount', 'gross', 'quantity'].map((name) => `cast(sum(${name}) as bigint) as ${name}`);
  const ofBasis = ['proposed', 'undecided'].map(
    (basis) => `cast(sum(case when basis = '${basis}' then amount end) as bigint) as ${basis}`,
  );
  const summed =
    await read(`select substr(trading_date, 1, 7) as month, location_id, kind, code, name, counts_as,
      ${[...sums, ...ofBasis].join()}, count(*) as days, count(*) - count(gross) as days_without_gross
    from sales_parts group by substr(trading_date, 1, 7), location_id, kind, code, name, counts_as ${order}`);
  expect(stored).toEqual(summed);
  return [...new Set(stored.map(({ month, days }) => `${month}: ${days}`))];
}

test('months follow their days: new, corrected, of another date, beyond what can be true, withdrawn, and back', async () => {
  const body = { ...millRoad, name: 'Store 1', number: '1' };
  const { id } = (await world.ada.call(createLocation, { body })).ok();
  const register = { name: 'Front', location_ids: [id] };
  const { key, ...created } = (await world.ada.call(createRegister, { body: register })).ok();
  const head = (business_date: string, more: Partial<ReportHead> = {}): ReportHead => ({
    ...{ store: '1', business_date, began: `${business_date}T06:00:00`, ended: `${business_date}T22:00:00` },
    ...more,
  });
  const send = async (file: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
    const answer = await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers);
    expect(answer.status).toBe(200);
  };
  const goods = (at: ReportHead, amount: string) => mcm(at, [{ code: '12', name: 'Snacks', amount }]);
  await send(goods(head('2026-02-27'), '5.00'));
  await send(goods(head('2026-02-28'), '7.00'));
  await send(goods(head('2026-03-02'), '8.00'));
  expect(await storedMonths()).toEqual(['2026-02: 2', '2026-03: 1']);
  await send(goods(head('2026-02-27'), '6.00'));
  expect(await storedMonths()).toEqual(['2026-02: 2', '2026-03: 1']);
  // Most of it was sold after midnight.
  const late = { began: '2026-02-28T22:00:00', ended: '2026-03-01T20:00:00' };
  await send(goods(head('2026-02-28', late), '7.50'));
  expect(await storedMonths()).toEqual(['2026-02: 1', '2026-03: 2']);
  for (const till of ['1', '2'])
    await send(
      fgm(head('2026-02-27', { period: 98, till }), [{ grade: '1', volume: '1', amount: '30000000.00' }]),
    );
  expect(await storedMonths()).toEqual(['2026-03: 2']);
  const all = { register: created.register.id, received_to: '2026-04-20T23:30:00.000Z' };
  const withdrawal = (await world.ada.call(createWithdrawal, { body: all })).ok();
  expect(await storedMonths()).toEqual([]);
  (await world.ada.call(undoWithdrawal, { params: { id: withdrawal.id } })).ok();
  expect(await storedMonths()).toEqual(['2026-03: 2']);
});
