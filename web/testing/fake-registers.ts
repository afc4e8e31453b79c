import type { Held } from '../../contract/departments.ts';
import type { Answer } from '../../contract/http/endpoint.ts';
import type { getSalesDay, listSales, Register, RegisterFile, SalesDay } from '../../contract/registers.ts';

import type { compareSales, LocationSales, SalesColumn } from '../../contract/sales.ts';
import type { listExceptions, SalesException } from '../../contract/sales-exceptions.ts';

const time = '2026-11-20T21:05:00.000Z';

export function makeRegister(changes: Partial<Register> = {}): Register {
  return {
    ...{ id: 'register-1', name: 'Mill Road registers', location_ids: ['mill'], is_manageable: true },
    ...{
      key_hint: 'crk_ab12',
      revoked_at: null,
      is_lost: false,
      store_number: null,
      has_net_departments: false,
    },
    ...{
      lacks_check_digit: false,
      over_short_sign: 'undecided',
      make: 'Verifone',
      version: '53.41',
      last_file_at: time,
    },
    ...{ is_silent: false, created_at: time, updated_at: time },
    ...changes,
  };
}

export function makeFile(changes: Partial<RegisterFile> = {}): RegisterFile {
  return {
    ...{ id: 'file-1', name: 'FGM20260314.xml', bytes: 2048, received_at: time, outcome: 'accepted' },
    ...{ reason: null, document: 'FGM', store_number: '104', business_date: '2026-03-13' },
    ...{ register: { id: 'register-1', name: 'Mill Road registers' }, added_by: null },
    ...{ location: { id: 'mill', name: 'Mill Road 104' }, can_read_again: true },
    ...changes,
  };
}

/** The figures of the example of the register files: fuel 29.99, merchandise 3.00, tax 0.24. */
const figures = {
  ...{ fuel_gross: 3049, fuel_discounts: 50, fuel: 2999, fuel_volume: 10_000 },
  ...{ merchandise_gross: 300, merchandise: 300, excluded: null, tax: 24, revenue: 3299 },
  ...{ sales: 1, refunds: 0 },
};

export const nothingHeld: Held = { undecided: null, proposed_excluded: null, proposed_fuel: null };

export function makeDay(changes: Partial<SalesDay> = {}): SalesDay {
  return {
    ...{ location_id: 'mill', location_name: 'Mill Road 104', location_number: '104' },
    ...{ business_date: '2026-03-13', trading_date: '2026-03-14', state: 'closed', marks: [] },
    ...{ began: '2026-03-13T23:35:50', ended: '2026-03-14T23:35:12', ...figures },
    ...{ undecided: 0, proposed_excluded: 0, proposed_fuel: 0 },
    ...changes,
  };
}

/** A day of the chart: 32.99 after 30.00. */
export function makeColumn(changes: Partial<SalesColumn> = {}): SalesColumn {
  const { from = '2026-03-14' } = changes;
  return {
    ...{ from, to: from, is_so_far: false, locations: 1, days: 1, closed: 1, not_closed: 0, missing: 0 },
    ...{ undecided: null, proposed_excluded: null, proposed_fuel: null, baskets: null, ...figures },
    compared: {
      pairs: 1,
      now: pick(figures),
      base: { ...pick(figures), revenue: 3000, merchandise: 400, fuel_volume: 9000, fuel: 2600 },
    },
    ...changes,
  };
}

const pick = ({ fuel_volume, merchandise, fuel, revenue, tax, sales }: typeof figures) => ({
  ...{ fuel_volume, merchandise, fuel, revenue, tax, sales },
});

/** An answer of `listExceptions`. */
export function makeExceptions(exceptions: SalesException[] = []): Answer<typeof listExceptions> {
  const limits = {
    over_short_dollars: 10,
    large_refund_dollars: 50,
    paid_outs_dollars: 300,
    unusual_times: 4,
  };
  const seen = exceptions.filter((one) => one.seen).length;
  return { exceptions, total: exceptions.length, seen, limits, from: null, to: null, next: null };
}

export function makeCompared(
  columns: SalesColumn[],
  changes: Partial<Answer<typeof compareSales>> = {},
): Answer<typeof compareSales> {
  const { compared = null } = makeColumn();
  return {
    ...{ from: columns[0]?.from ?? null, to: columns.at(-1)?.to ?? null, by: 'day', against: 'week' },
    ...{ base: { from: '2026-03-07', to: '2026-03-08' }, columns, totals: figures, locations: 1 },
    today: null,
    compared: compared && {
      ...compared,
      ...{ locations: 1, of: 1, left_out: [], is_without_today: false, holidays: [] },
      counted_differently: null,
    },
    ...changes,
  };
}

export function makeLocationSales(changes: Partial<LocationSales> = {}): LocationSales {
  const { from, to, locations, is_so_far, ...sums } = makeColumn();
  return {
    ...{ location: { id: 'mill', name: 'Mill Road 104', number: '104', us_state: 'NY' }, ...sums },
    ranks: { fuel_volume: 1, merchandise: 1 },
    ...changes,
  };
}

export function makeSales(days: SalesDay[]): Answer<typeof listSales> {
  const dates = days.map((day) => day.trading_date).sort();
  const [from = null, to = null] = [dates[0], dates.at(-1)];
  return {
    days,
    total: days.length,
    totals: figures,
    held: nothingHeld,
    from,
    to,
    next: null,
    problems: [],
    problem_count: 0,
  };
}

export function makeDayDetails(
  changes: Partial<Answer<typeof getSalesDay>> = {},
): Answer<typeof getSalesDay> {
  return {
    ...makeDay(),
    sources: { fuel: 'day_report', merchandise: 'day_report', tax: 'day_report', sales: 'day_report' },
    journal: null,
    held: nothingHeld,
    fuel_by_grade: [{ grade: '001', name: null, volume: 10_000, gross: 3049, discounts: 50, net: 2999 }],
    departments: [
      {
        ...{ code: '12', name: 'Snacks', kind: 'merchandise', basis: 'decided', gross: 300, discounts: 0 },
        ...{ promotions: 0, refunds: 0, net: 300, quantity: 2000, count: 1 },
      },
    ],
    products: [{ code: '12345', name: 'Chips', quantity: 2000 }],
    ...{ tenders: [], values: [], tills: [], not_understood: [] },
    ...changes,
  };
}
