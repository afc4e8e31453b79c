import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ModelDay,
  type ModelEvent,
  type ModelReport,
  modelFigures,
} from '../../../testing/figures-model.ts';
import { event, fgm, journalOf, mcm, msm } from '../../../testing/requests/register-xml.ts';
import { createRegisterFileReader } from '../read/read-register-file.pure.ts';
import { createEventSums } from './events.pure.ts';
import { computeDay } from './figures.pure.ts';
import type { Choices, StoredEvent, StoredReport } from './stored.pure.ts';

const business_date = '2026-03-14';
const lottery = '30';
const choices: Choices = {
  is_lost: false,
  has_net_departments: false,
  lacks_check_digit: false,
  departmentOf: (code) => ({
    ...{ name: '', basis: 'decided' },
    counts_as: code === lottery ? 'excluded' : code === '1024' ? 'fuel' : 'merchandise',
  }),
};

const moment = (minutes: number) =>
  new Date(Date.parse(`${business_date}T00:00:00Z`) + minutes * 60_000).toISOString().slice(0, 19);
const money = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

function textOfReport(report: ModelReport): string {
  const { what, period, sequence, from, to, till, amount, discount, lottery: passed, tax, sales } = report;
  const head = {
    business_date,
    began: moment(from),
    ended: to === null ? null : moment(to),
    period,
    sequence,
  };
  const withTill = till === '' ? head : { ...head, till };
  // Some registers write discounts as negative amounts.
  const reduced = amount % 2 === 0 ? money(discount) : money(-discount);
  if (what === 'FGM')
    return fgm(withTill, [{ grade: '001', volume: '10', amount: money(amount), discount: reduced }]);
  if (what === 'MSM') return msm(withTill, { sales, tax: money(tax) });
  return mcm(withTill, [
    { code: '12', amount: money(amount), discount: reduced },
    { code: lottery, amount: money(passed) },
    { code: '1024', amount: '99.99' },
  ]);
}

function textOfEvent({
  kind,
  transaction,
  at,
  fuel,
  goods,
  lottery: passed,
  cancelled,
  tax,
}: ModelEvent): string {
  // Registers do not agree on the sign of a refund.
  const sign = kind === 'refund' && transaction % 2 === 0 ? -1 : 1;
  const item = (department: string, cents: number, status = 'normal') => ({
    ...{ department, amount: money(cents * sign), quantity: '1', status },
  });
  return journalOf(
    event({
      kind: kind === 'refund' ? 'RefundEvent' : kind === 'void' ? 'VoidEvent' : 'SaleEvent',
      transaction: String(transaction),
      business_date,
      began: moment(at),
      fuel: [{ grade: '001', volume: '1.000', amount: money(fuel * sign), department: '1024' }],
      items: [item('12', goods), item(lottery, passed), item('12', cancelled, 'cancel')],
      tax: money(tax * sign),
      isPaid: kind !== 'parked',
      flags:
        kind === 'training'
          ? '<TrainingModeFlag value="yes"/>'
          : kind === 'parked'
            ? '<SuspendFlag value="yes"/>'
            : '',
    }),
  );
}

const cents = fc.integer({ min: 0, max: 99_999 });
const hour = fc.constantFrom(0, 360, 480, 600, 840, 1320);
const report: fc.Arbitrary<ModelReport> = fc.record({
  what: fc.constantFrom('FGM', 'MCM', 'MSM'),
  period: fc.constantFrom(2, 98),
  sequence: fc.integer({ min: 1, max: 2 }),
  from: hour,
  to: fc.option(fc.constantFrom(500, 840, 900, 1320, 1430), { freq: 3 }),
  till: fc.constantFrom('', '', '1', '2'),
  ...{ amount: cents, discount: cents, lottery: cents, tax: cents },
  sales: fc.integer({ min: 0, max: 50 }),
});
/** A period ends after it began. */
const possible = report.map((one) =>
  one.to !== null && one.to <= one.from ? { ...one, to: one.from + 60 } : one,
);
const sold: fc.Arbitrary<ModelEvent> = fc.record({
  kind: fc.constantFrom('sale', 'sale', 'refund', 'void', 'training', 'parked'),
  transaction: fc.integer({ min: 1, max: 4 }),
  at: fc.constantFrom(400, 500),
  // A refund of nothing has no sign.
  fuel: cents.map((value) => value + 1),
  ...{ goods: cents, lottery: cents, cancelled: cents, tax: cents },
});
const day: fc.Arbitrary<ModelDay> = fc.record({
  arrivals: fc.oneof(
    fc.array(
      possible.map((one) => ({ report: one })),
      { minLength: 1, maxLength: 8 },
    ),
    fc.array(
      fc.oneof(
        possible.map((one) => ({ report: one })),
        sold.map((one) => ({ event: one })),
      ),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
  ),
});

function computed({ arrivals }: ModelDay) {
  const reports: StoredReport[] = [];
  const events = new Map<string, StoredEvent>();
  for (const [order, arrival] of arrivals.entries()) {
    const text = 'report' in arrival ? textOfReport(arrival.report) : textOfEvent(arrival.event);
    const reader = createRegisterFileReader();
    reader.write(Buffer.from(text));
    const file = reader.end();
    const head = { register_id: 'a', arrived: String(order).padStart(3, '0'), is_future: false };
    reports.push(...file.reports.map((one) => ({ ...one, data: JSON.parse(one.data), ...head })));
    for (const one of file.events) events.set(one.identity, { ...JSON.parse(one.content), ...head });
  }
  const sums = createEventSums();
  for (const one of events.values()) sums.add(one);
  return computeDay({
    business_date,
    reports,
    journal: sums.sums(),
    feed: [],
    choicesOf: () => choices,
  });
}

test('a second model of the rules agrees on random days, which are read from files', () => {
  fc.assert(
    fc.property(day, (day) => {
      const { isClosed, ...figures } = modelFigures(day);
      expect(computed(day)).toMatchObject({ ...figures, is_closed: isClosed });
    }),
    { numRuns: Number(process.env.FIGURES_RUNS ?? 400) },
  );
});
