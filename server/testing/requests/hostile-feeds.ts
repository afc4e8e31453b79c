import { bodyMaxBytes } from '../../../contract/fields/limits.ts';
import * as limits from '../../features/registers/read/limits.pure.ts';
import { type Hostile, type Times, x } from './hostile-inputs.ts';

const sentDay = (index: number, location: string, rest: object = {}) => {
  const business_date = new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);
  return {
    ...{ location, business_date, began: `${business_date}T06:00:00`, ended: `${business_date}T22:00:00` },
    ...{ currency: 'USD', fuel: [], departments: [], tax: 0, sales: 0, refunds: 0, version: 1 },
    ...rest,
  };
};

/** Bodies of the feed, of at most a megabyte. At their limits they are accepted for the location of this number. */
export function hostileFeeds(times: Times, location: string): Hostile<string>[] {
  const code = (index: number) => `${index}`.padEnd(times * 40, 'c');
  const amount = times === 1 ? 4_000_000 : 10 * limits.figureMax;
  const plainGrade = (index: number) => ({ grade: `${index}`, volume: 0, gross: 0, discounts: 0 });
  const grade = (index: number) => ({ ...plainGrade(index), grade: code(index), gross: amount });
  const plainDepartment = (index: number) => ({
    ...{ code: `${index}`, name: null, gross: 0, discounts: 0, refunds: 0 },
  });
  const department = (index: number) => ({
    ...{ ...plainDepartment(index), code: code(index), name: 'n'.repeat(times * 100), gross: amount },
  });
  const stock = (index: number, rest: object = {}) => ({
    ...{ location, code: `${index}`, on_hand: 1, reorder_point: 1, counted_at: null },
    ...rest,
  });
  const days = (count: number, rest: object = {}, at = location) =>
    fitting('days', count, (index) => sentDay(index, at, rest));
  const half = { ...plainGrade(0), gross: limits.figureMax / 2 };
  return [
    { name: 'days', make: () => days(times * 500) },
    { name: 'days with grades', make: () => days(500, { fuel: listOf(10, plainGrade) }) },
    {
      name: 'departments of days',
      make: () => days(4, { departments: listOf(times * 500, plainDepartment) }),
    },
    { name: 'texts of departments', make: () => days(4, { departments: listOf(500 / times, department) }) },
    { name: 'grades of days', make: () => days(10, { fuel: listOf(times * 500, plainGrade) }) },
    { name: 'codes of grades', make: () => days(10, { fuel: listOf(500 / times, grade) }) },
    { name: 'versions', make: () => days(500, { version: times * 9_999_999_999 }) },
    { name: 'sums of a day', make: () => days(1, { fuel: listOf(times * 2, () => half) }) },
    { name: 'location numbers', make: () => days(500, {}, times === 1 ? location : x(400)) },
    { name: 'stock', make: () => fitting('stock', times * 5000, stock) },
    {
      name: 'codes of stock',
      make: () => fitting('stock', 5000, (index) => stock(index, { code: code(index) })),
    },
    {
      name: 'units of stock',
      make: () => fitting('stock', 5000, (index) => stock(index, { on_hand: times * 1e9 })),
    },
    {
      name: 'all of a day',
      make: () =>
        days(
          4,
          {
            ...{ fuel: listOf(500, grade), departments: listOf(times === 1 ? 500 : 200, department) },
            version: times * 9_999_999_999,
          },
          times === 1 ? location : x(400),
        ),
    },
  ];
}

const listOf = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => of(index));

/** As many as fit into a body, and one at least. */
function fitting(member: 'days' | 'stock', count: number, rowOf: (index: number) => object): string {
  const texts: string[] = [];
  let size = 20;
  for (let index = 0; index < count; index++) {
    const text = JSON.stringify(rowOf(index));
    size += text.length + 1;
    if (index > 0 && size > bodyMaxBytes) break;
    texts.push(text);
  }
  return `{"${member}":[${texts.join()}]}`;
}

const bodyOf = (start: string, text: string, end: string) =>
  start + text.repeat(Math.floor((bodyMaxBytes - 10 - start.length - end.length) / text.length)) + end;

/** Bodies that say nothing, a megabyte each. */
export const feedTricks: Hostile<string>[] = [
  { name: 'nothing', make: () => '' },
  { name: 'no JSON', make: () => x(bodyMaxBytes - 10) },
  { name: 'empty days', make: () => bodyOf('{"days":[{}', ',{}', ']}') },
  { name: 'days that are numbers', make: () => bodyOf('{"days":[0', ',0', ']}') },
  { name: 'empty stock', make: () => bodyOf('{"stock":[{}', ',{}', ']}') },
  {
    name: 'empty departments of a day',
    make: () => {
      const [start = '', end = ''] = JSON.stringify({
        days: [sentDay(0, '1', { departments: ['|'] })],
      }).split('"|"');
      return bodyOf(`${start}{}`, ',{}', end);
    },
  },
  {
    name: 'empty departments of days',
    make: () => {
      const departments = Array.from({ length: 500 }, () => ({}));
      return fitting('days', 500, (index) => sentDay(index, '1', { departments }));
    },
  },
  { name: 'levels', make: () => bodyOf('{"days":', '[', '') },
  { name: 'levels that end', make: () => `{"days":${'['.repeat(400_000)}${']'.repeat(400_000)}}` },
  {
    name: 'unknown members',
    make: () => `{${Array.from({ length: 80_000 }, (_, index) => `"a${index}":0`).join()}}`,
  },
  { name: 'a text', make: () => JSON.stringify({ days: [sentDay(0, x(900_000))] }) },
];
