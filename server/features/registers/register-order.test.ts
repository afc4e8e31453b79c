import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../../contract/locations.ts';
import {
  createRegister,
  getLocationSales,
  getSalesDay,
  listRegisterFiles,
} from '../../../contract/registers.ts';
import { applySalesImport } from '../../../contract/sales-imports.ts';
import { inMemory } from '../../platform/spool.ts';
import {
  fgm,
  journal,
  mcm,
  msm,
  type SummaryValue,
  summary,
  zipOfTexts,
} from '../../testing/requests/register-xml.ts';
import { uploaded } from '../../testing/requests/sales-files.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';
import { receiveWithKey } from './receive/files.service.ts';

let world: World;
beforeAll(async () => {
  // After the month: days ahead wait.
  world = await startWorld({ now: () => new Date('2026-04-01T13:00:00Z') });
});
afterAll(() => world.close());

let locations = 0;
async function connect() {
  locations += 1;
  const name = `Order ${locations}`;
  const { id } = (await world.ada.call(createLocation, { body: { ...millRoad, name } })).ok();
  const { register } = (await world.ada.call(createRegister, { body: { name, location_ids: [id] } })).ok();
  const send = async (files: Record<string, string>) =>
    receiveWithKey(world.app, register, 'files.zip', inMemory(Buffer.from(await zipOfTexts(files))));
  const figures = async () => {
    const query = { from: '2026-01-01', to: '2026-12-31' };
    const page = (await world.ada.call(getLocationSales, { params: { id }, query })).ok();
    const read = ({ business_date }: { business_date: string }) =>
      world.ada.call(getSalesDay, { params: { id, business_date } });
    const tills = [];
    for (const day of page.days) {
      const { tenders, values, tills: shifts, not_understood } = (await read(day)).ok();
      tills.push({ tenders, values, shifts, not_understood });
    }
    return { ...page, tills, days: page.days.map(({ location_id: _, location_name: __, ...day }) => day) };
  };
  const write = async () => {
    const file = await uploaded(world.ada, closes);
    const body = { ...file.options, row: 'day' as const, location_id: id };
    (await world.ada.call(applySalesImport, { params: { id: file.id }, body })).ok();
  };
  return { id, register, send, write, figures };
}

/** Of a spreadsheet: beside shifts and journals, where day reports miss a part, and of a date without files. */
const closes = [
  'Date,Fuel,Merchandise,Tax,Lottery',
  '3/2/2026,7.00,8.00,.30,2.00',
  '3/3/2026,5.00,6.00,,',
  '3/4/2026,5.00,,.20,',
  '3/31/2026,1.00,2.00,.10,3.00',
  '',
].join('\n');

const tillOf = (over: string): SummaryValue[] => [
  ['statistics/overShort', over, '0'],
  ['closingBalance', '10.00', '0'],
  ['sales/MOP/cash', '14.00', '3'],
  ['payIns', '1.00', '1'],
];

/** Files of some days: journals, shifts, day reports, corrections, and two closes on one date. */
function filesOf(days: number): string[] {
  return Array.from({ length: days }, (_, index) => {
    const business_date = `2026-03-${String(index + 1).padStart(2, '0')}`;
    const at = (time: string) => `${business_date}T${time}:00`;
    const day = { business_date, began: at('06:00'), ended: at('22:00') };
    const fuel = (amount: string) => [{ grade: '001', volume: '2', amount }];
    const sale = (transaction: number, amount: string) =>
      journal([
        {
          ...{ transaction: String(transaction), business_date, began: at('08:30') },
          items: [{ department: '12', amount, quantity: '1' }],
          fuel: [{ grade: '001', volume: '1', amount: '3.00', department: '1024' }],
        },
      ]);
    const sales = [1, 2, 3].map((one) => sale(one, `${one}.25`));
    const goods = [
      { code: '12', amount: '6.75' },
      { code: '1024', amount: '9.00' },
    ];
    switch (index % 4) {
      case 0:
        return [
          ...sales,
          fgm(day, fuel('9.00')),
          fgm({ ...day, sequence: 2 }, fuel('9.50')),
          mcm(day, goods),
        ];
      case 1:
        return [
          ...sales,
          fgm({ ...day, period: 98, ended: at('14:00') }, fuel('4.00')),
          fgm({ ...day, period: 98, began: at('14:00') }, fuel('5.00')),
          mcm({ ...day, period: 98, till: '1' }, goods),
          summary({ ...day, period: 98, till: '1', cashier: '7' }, tillOf('10.00')),
          summary({ ...day, period: 98, till: '2', cashier: '8' }, tillOf('2.00')),
        ];
      case 2:
        return [
          fgm({ ...day, ended: at('13:00') }, fuel('4.00')),
          fgm({ ...day, began: at('13:00') }, fuel('5.00')),
          fgm({ ...day, began: at('13:10'), sequence: 3 }, fuel('5.50')),
          msm(day, { sales: 3, tax: '0.41', values: tillOf('12.40') }),
          msm({ ...day, sequence: 2 }, { sales: 3, tax: '0.41', values: tillOf('-0.40') }),
        ];
      default:
        return [mcm(day, goods), mcm({ ...day, till: '1' }, goods), ...sales];
    }
  }).flat();
}

const named = (files: readonly string[]) =>
  Object.fromEntries(files.map((text, index) => [`${index}.xml`, text]));

test('any order and any repetition of files and closes give the same figures', async () => {
  const files = filesOf(Number(process.env.ORDER_DAYS ?? 8));
  const first = await connect();
  await first.send(named(files));
  await first.write();
  const expected = await first.figures();
  expect(expected.days).toHaveLength(Number(process.env.ORDER_DAYS ?? 8) + 1);
  const shuffled = fc.shuffledSubarray([...files.keys(), ...files.keys()], { minLength: files.length * 2 });
  await fc.assert(
    fc.asyncProperty(shuffled, fc.integer({ min: 1, max: 9 }), fc.nat(), async (order, size, nth) => {
      const other = await connect();
      const write = nth % Math.ceil(order.length / size);
      for (let at = 0; at < order.length; at += size) {
        if (at === write * size) await other.write();
        // The same report with other spaces is another file.
        const part = order
          .slice(at, at + size)
          .map((place, index) => `${files[place]}${' '.repeat((at + index) % 2)}`);
        await other.send(named(part));
      }
      expect(await other.figures()).toEqual(expected);
    }),
    { numRuns: Number(process.env.ORDER_RUNS ?? 5) },
  );
});

test('a thousand files at once, and the same file from many requests, are counted once', async () => {
  const { id, register, send, figures } = await connect();
  const [file = ''] = filesOf(1).slice(3);
  const once = await Promise.all(
    Array.from({ length: 8 }, () =>
      receiveWithKey(world.app, register, 'a.xml', inMemory(Buffer.from(file))),
    ),
  );
  expect(once.flatMap(({ files }) => files.map(({ outcome }) => outcome)).sort()).toEqual([
    'accepted',
    ...Array.from({ length: 7 }, () => 'duplicate'),
  ]);
  const sale = (index: number) =>
    journal([
      {
        ...{ transaction: String(index), business_date: '2026-03-09', began: '2026-03-09T08:00:00' },
        items: [{ department: '12', amount: '1.00', quantity: '1' }],
      },
    ]);
  const sales = Array.from({ length: 1000 }, (_, index) => sale(index));
  await Promise.all([0, 250, 500, 750].map((at) => send(named(sales.slice(at, at + 250)))));
  const { days } = await figures();
  expect(days.find(({ business_date }) => business_date === '2026-03-09')).toMatchObject({
    ...{ merchandise: 100_000, sales: 1000 },
  });
  const { files } = (await world.ada.call(listRegisterFiles, { query: { location: id, limit: 500 } })).ok();
  expect(files).toHaveLength(500);
});
