import {
  event,
  fgm,
  ism,
  journalOf,
  mcm,
  msm,
  type ReportHead,
  tlm,
  zipOfTexts,
} from '../server/testing/requests/register-xml.ts';

/** The month is over, so that the last day of it is none of a wrong clock. */
export const month = '2026-03';
export const daysOfMonth = 31;
export const address = { address: '1 Bench Street', city: 'Albany', state: 'NY', zip: '12207' };

const day = (index: number) => `${month}-${String(index + 1).padStart(2, '0')}`;
const amount = (seed: number, most: number) =>
  `${(seed * 7919) % most}.${String((seed * 31) % 100).padStart(2, '0')}`;
const departments = Array.from({ length: 14 }, (_, index) => ({
  code: String(index + 10),
  name: `Department ${index}`,
}));

/** The five reports of each day, in zips as the watching program sends them. */
export function dayReportsOf(store: string, seed: number, perZip = 100): Promise<Uint8Array<ArrayBuffer>[]> {
  const files = Array.from({ length: daysOfMonth }, (_, index) => reportsOf(store, seed + index, day(index)));
  return zips(files.flat(), perZip);
}

function headOf(store: string, business_date: string): ReportHead {
  return { store, business_date, began: `${business_date}T06:00:00`, ended: `${business_date}T22:30:00` };
}

function reportsOf(store: string, seed: number, business_date: string): string[] {
  const head = headOf(store, business_date);
  const grades = ['001', '002', '003', '004'].map((grade, index) => ({
    ...{ grade, volume: `${500 + seed * index}.123` },
    ...{ amount: amount(seed + index, 9000), discount: amount(seed, 40) },
  }));
  const sold = departments.map((one, index) => ({ ...one, amount: amount(seed * index, 900) }));
  const items = Array.from({ length: 25 }, (_, index) => ({
    ...{ code: `0${49000000000 + seed * 13 + index}`, name: `Product ${(seed * 13 + index) % 400}` },
    ...{ department: String(10 + (index % 14)), quantity: String(1 + (index % 9)) },
  }));
  const sum = { sales: 300 + (seed % 200), tax: amount(seed, 90) };
  return [fgm(head, grades), mcm(head, sold), msm(head, sum), tlm(head, sum.tax), ism(head, items)];
}

/** One sale in each file, in the order of their times. */
export function journalsOf(store: string, count: number, perZip = 100): Promise<Uint8Array<ArrayBuffer>[]> {
  const files = Array.from({ length: count }, (_, index) =>
    journalOf(saleOf(index, day(Math.floor((index / count) * daysOfMonth))), store),
  );
  return zips(files, perZip);
}

/** Of about this many bytes: sales of a month. */
export function largeJournalOf(store: string, bytes: number, seed: number): string {
  const events: string[] = [];
  for (let index = 0, length = 0; length < bytes; index++) {
    const text = saleOf(seed + index, day(index % daysOfMonth));
    events.push(text);
    length += text.length;
  }
  return journalOf(events.join(''), store);
}

/** Of about this many bytes: the items of a day, each with what registers write about one. */
export function largeItemReportOf(store: string, bytes: number, business_date: string): string {
  const head = headOf(store, business_date);
  const about = '<DiscountAmount>0</DiscountAmount><PromotionAmount>0</PromotionAmount>'.repeat(4);
  const item = (index: number) => ({
    ...{ code: `0${49000000000 + index}`, name: `Product ${index} in a box of twelve` },
    ...{ department: String(10 + (index % 14)), quantity: String(1 + (index % 9)) },
  });
  const perItem = ism(head, [item(1), item(2)]).length - ism(head, [item(1)]).length + about.length;
  const items = Array.from({ length: Math.floor(bytes / perItem) }, (_, index) => item(index));
  return ism(head, items).replaceAll('</SalesQuantity>', `</SalesQuantity>${about}`);
}

function saleOf(index: number, business_date: string): string {
  const minute = index % 900;
  const time = `${String(6 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
  return event({
    ...{ transaction: String(index), business_date, began: `${business_date}T${time}` },
    items: [1, 2, 3].map((line) => ({
      ...{ department: String(10 + (index % 14)), amount: amount(index + line, 20), quantity: '1' },
      ...{ code: `0${49000000000 + ((index * line) % 900)}`, name: `Product ${(index * line) % 900}` },
    })),
    ...(index % 2 === 0 && {
      fuel: [{ grade: '001', volume: '10.123', amount: amount(index, 60), department: '1024' }],
    }),
    tax: amount(index, 3),
  });
}

/** Each file is named by its place among all. */
function zips(files: readonly string[], perZip: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const named = files.map((text, place) => [`${place}.xml`, text] as const);
  const starts = Array.from({ length: Math.ceil(files.length / perZip) }, (_, index) => index * perZip);
  return Promise.all(
    starts.map((start) => zipOfTexts(Object.fromEntries(named.slice(start, start + perZip)))),
  );
}
