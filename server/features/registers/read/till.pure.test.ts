import { expect, test } from 'vitest';
import {
  event,
  journalOf,
  mcm,
  type Sold,
  type SummaryValue,
  summary,
} from '../../../testing/requests/register-xml.ts';
import { createRegisterFileReader } from './read-register-file.pure.ts';
import type { JournalEvent, ReportData } from './register-file.pure.ts';

const head = { business_date: '2026-03-13', began: '2026-03-13T06:00:00', ended: '2026-03-14T06:00:00' };

function read(text: string) {
  const reader = createRegisterFileReader();
  reader.write(Buffer.from(text));
  return reader.end();
}

const dataOf = (text: string): ReportData => JSON.parse(read(text).reports[0]?.data ?? '');
const tillOf = (values: readonly SummaryValue[]) => dataOf(summary(head, values));

test('a summary of a register says what its till took, counted and handed out', () => {
  const data = tillOf([
    ['safeDrop/total', '0', '0'],
    ['safeLoan/loan', '200', '1'],
    ['statistics/transactions', '0', '44'],
    ['statistics/overShort', '957.14', '0'],
    ['totalizer/sales/sales', '757.14', '44'],
    ['taxTotals/taxableSalesByTaxCode/99', '757.14', '0'],
    ['openingBalance', '200', '0'],
    ['closingBalance', '957.14', '0'],
    ['sales/MOP/CASH', '300.10', '20'],
    ['sales/MOP/creditCards', '457.04', '24'],
    ['sales/MOP/someWallet', '-1.00', '1'],
    ['payOuts/total', '-25.00', '2'],
    ['refunds/total', '-3.19', '1'],
    ['statistics/noSale', '0', '5'],
    ['Statistics/voidTransactions', '12.00', '2'],
    ['statistics/driveoff', '31.05', '1'],
    ['fuelSalesByGrade/outsideSales/001', '161.02', '50.1'],
    ['fuelSalesByGrade/outsideSales/002', '10', '3'],
    ['vendorPay/total', '20', '1'],
    ['payins', '1', '1'],
  ]);
  expect(data).toEqual({
    sales: 44,
    tenders: [
      { code: 'cash', amount: 30_010, count: 20 },
      { code: 'creditCards', amount: 45_704, count: 24 },
      { code: 'someWallet', amount: -100, count: 1 },
    ],
    values: {
      over_short: { amount: 95_714, count: null },
      opening_balance: { amount: 20_000, count: null },
      closing_balance: { amount: 95_714, count: null },
      safe_drops: { amount: 0, count: 0 },
      safe_loans: { amount: 20_000, count: 1 },
      paid_outs: { amount: 2500, count: 2 },
      refunds: { amount: 319, count: 1 },
      no_sales: { amount: null, count: 5 },
      voids: { amount: 1200, count: 2 },
      drive_offs: { amount: 3105, count: 1 },
      pay_at_pump: { amount: 17_102, count: null },
    },
    not_understood: ['payins', 'vendorPay / total'],
  });
});

test('what a summary says twice is taken once, and what it does not say is unknown', () => {
  const data = tillOf([
    ['statistics/refunds', '9.00', '3'],
    ['refunds/total', '4.00', '1'],
    ['statistics/safeDrop', '500', '1'],
    ['statistics/driveOffs', null, '2'],
    ['statistics/overShort', '-12.40'],
    ['totalizer/sales/sales', '10.00', '7'],
  ]);
  expect(data).toEqual({
    sales: 7,
    values: {
      refunds: { amount: 400, count: 1 },
      safe_drops: { amount: 50_000, count: 1 },
      drive_offs: { amount: null, count: 2 },
      over_short: { amount: -1240, count: null },
    },
  });
  expect(tillOf([])).toEqual({});
});

test('the numbers of Radiant have their meaning', () => {
  const payment = (code: string, amount: string) =>
    summary(head, [['19/1', amount, '2']]).replace(
      '<TenderSubCode/>',
      `<TenderSubCode>${code}</TenderSubCode>`,
    );
  expect(
    tillOf([
      ['3/0', '5.00', '1'],
      ['4/0', '30.00', '2'],
      ['7/4', '0', '6'],
      ['7/12', '9.00', '1'],
      ['17/1/1', '100.00', '0'],
      ['17/3/1', '8.00', '0'],
      ['17/3/2', '1.00', '0'],
      ['21/1/7', '10.00', '3'],
      ['21/2/7', '4.00', '2'],
      ['21/3/8', '6.00', '1'],
    ]),
  ).toEqual({
    tax: 900,
    sales: 6,
    values: {
      refunds: { amount: 500, count: 1 },
      paid_outs: { amount: 3000, count: 2 },
      no_sales: { amount: null, count: 6 },
    },
    not_understood: ['7 / 12'],
  });
  expect(dataOf(payment('1600', '20.00'))).toEqual({ tenders: [{ code: '1600', amount: 2000, count: 2 }] });
});

test('what reduces a department stands apart, and what its report does not say is unknown', () => {
  const text = mcm(head, [{ code: '12', amount: '10.00' }])
    .replace(
      '<DiscountAmount>0</DiscountAmount>',
      '<PromotionAmount>-1.50</PromotionAmount><RefundAmount>2</RefundAmount>',
    )
    .replace('<SalesQuantity>1</SalesQuantity>', '<TransactionCount>4</TransactionCount>');
  expect(dataOf(text).departments).toEqual([
    {
      ...{ code: '12', name: null, gross: 1000, reductions: 350 },
      ...{ discounts: null, promotions: 150, refunds: 200, quantity: null, count: 4 },
    },
  ]);
  expect(dataOf(mcm(head, [{ code: '12', amount: '10.00' }])).departments).toMatchObject([
    { discounts: 0, promotions: null, refunds: null, quantity: 1000, count: null },
  ]);
});

const sold: Sold = { transaction: '1', business_date: '2026-03-13', began: '2026-03-13T08:00:00' };
const eventOf = (one: Partial<Sold>, change = (text: string) => text): JournalEvent => {
  const [first] = read(journalOf(change(event({ ...sold, ...one })))).events;
  return JSON.parse(first?.content ?? '');
};
const item = { department: '20', amount: '5.00', quantity: '1' };

test('a sale says how it was paid, without its change, and what was cancelled in it', () => {
  const till = eventOf({
    items: [
      item,
      { ...item, amount: '50.00', status: 'cancel' },
      { ...item, amount: '-2.00', status: 'void' },
    ],
    tenders: [
      { code: 'cash', amount: '10.00' },
      { code: 'cash', amount: '5.00' },
      // Some registers write change as a positive amount.
      { code: 'cash', amount: '3.25', isChange: true },
      { code: 'debitCards', subcode: 'EBT', amount: '4.00' },
      { code: 'Check', amount: '1.00' },
    ],
  }).till;
  expect(till).toEqual({
    tenders: [
      { code: 'cash', amount: 1175, count: 2 },
      { code: 'check', amount: 100, count: 1 },
      { code: 'foodStamps', amount: 400, count: 1 },
    ],
    values: { corrections: { amount: 5200, count: 2 } },
  });
});

test('a refund gives back, whatever its sign', () => {
  const refund = { kind: 'RefundEvent' as const, items: [item] };
  for (const amount of ['5.00', '-5.00'])
    expect(eventOf({ ...refund, tenders: [{ code: 'cash', amount }] }).till?.tenders).toEqual([
      { code: 'cash', amount: -500, count: 1 },
    ]);
});

test('voids, safe drops and skipped id checks are counted, and practice is not', () => {
  const total = (text: string) =>
    text.replace(
      '<TransactionSummary>',
      '<TransactionSummary><TransactionTotalGrandAmount>61.00</TransactionTotalGrandAmount>',
    );
  expect(eventOf({ kind: 'VoidEvent', items: [item] }, total)).toMatchObject({
    goods: [],
    till: {
      tenders: [],
      values: { voids: { amount: 6100, count: 1 }, largest_void: { amount: 6100, count: null } },
    },
  });
  expect(eventOf({ kind: 'VoidEvent' }).till?.values).toEqual({ voids: { amount: null, count: 1 } });
  const practice = { kind: 'VoidEvent' as const, flags: '<TrainingModeFlag value="yes"/>' };
  expect(eventOf(practice).till).toEqual({ tenders: [], values: {} });
  const moved = (detail: string) =>
    eventOf({
      kind: 'FinancialEvent',
      rest: `<FinancialEventDetail>${detail}</FinancialEventDetail>`,
    }).till?.values;
  expect(moved('<SafeDropDetail><DropAmount>300</DropAmount></SafeDropDetail>')).toEqual({
    safe_drops: { amount: 30_000, count: 1 },
  });
  const payOut = (amount: string) =>
    `<PayOutDetail>${amount}<PayOutReason>70000000017</PayOutReason></PayOutDetail>`;
  expect(
    moved(payOut('<DetailAmount>15</DetailAmount>') + payOut('<DetailAmount>-2.5</DetailAmount>')),
  ).toEqual({
    paid_outs: { amount: 1750, count: 2 },
  });
  expect(moved(payOut(''))).toEqual({ paid_outs: { amount: null, count: 1 } });
  expect(moved('<PayInDetail><DetailAmount>15.00</DetailAmount></PayInDetail>')).toEqual({
    paid_ins: { amount: 1500, count: 1 },
  });
  const check = (value: string) => (text: string) =>
    text.replace(
      '</ItemLine>',
      `<RestrictedSalesDetail><CustomerID><BirthDate>1990-01-01</BirthDate><CashierBypassedFlag value="${value}"/></CustomerID></RestrictedSalesDetail></ItemLine>`,
    );
  const skipped = eventOf({ items: [item] }, check('yes'));
  expect(skipped.till?.values).toEqual({ id_checks_skipped: { amount: null, count: 1 } });
  expect(JSON.stringify(skipped)).not.toContain('1990');
  expect(eventOf({ items: [item] }, check('no')).till?.values).toEqual({});
});

test('a line that is rung into a department names it', () => {
  const rung = (text: string) => text.replaceAll('ItemLine', 'MerchandiseCodeLine');
  const { departments } = read(journalOf(rung(event({ ...sold, items: [{ ...item, name: 'Tobacco' }] }))));
  expect(departments.get('20')).toEqual({ name: 'Tobacco', is_fuel_line: false });
  expect(read(journalOf(event({ ...sold, items: [item] }))).departments.get('20')?.name).toBeNull();
});
