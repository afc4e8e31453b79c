import { daysBefore } from '../../platform/clock.ts';
import { randomFor } from './random.pure.ts';

export interface DemoProduct {
  code: string;
  name: string;
  department: string;
  price: number;
}

export const fuelDepartment = '1024';
const lottery = '30';
const departments = new Map([
  ['12', 'Snacks'],
  ['14', 'Cold drinks'],
  ['15', 'Hot drinks'],
  ['20', 'Tobacco'],
  [lottery, 'Lottery'],
  [fuelDepartment, 'Fuel'],
]);

/** Their numbers are made up, and have check digits. */
export const products: readonly DemoProduct[] = [
  ['049000000443', 'Cola 20 oz', '14', 229],
  ['049000012781', 'Diet cola 20 oz', '14', 229],
  ['012000001086', 'Lemon soda 20 oz', '14', 219],
  ['611269818994', 'Energy drink 12 oz', '14', 349],
  ['052000328660', 'Sports drink 28 oz', '14', 279],
  ['024100122615', 'Cheese crackers', '12', 249],
  ['028400090896', 'Corn chips', '12', 259],
  ['028400064057', 'Potato chips', '12', 259],
  ['040000001607', 'Chocolate bar', '12', 189],
  ['022000159359', 'Mint gum', '12', 179],
  ['041420746604', 'Gummy bears', '12', 239],
  ['026200117011', 'Beef jerky', '12', 699],
  ['4011', 'Banana', '12', 79],
  ['15001', 'Coffee, small', '15', 179],
  ['15002', 'Coffee, large', '15', 229],
  ['15003', 'Hot chocolate', '15', 239],
  ['028200003577', 'Cigarettes, red', '20', 1049],
  ['028200003843', 'Cigarettes, gold', '20', 1049],
].map(([code, name, department, price]) => ({ code, name, department, price }) as DemoProduct);

const gradesOf: readonly (readonly [grade: string, price: number, from: number, to: number])[] = [
  ['001', 3049, 900, 2600],
  ['002', 3549, 150, 500],
  ['003', 3899, 300, 1200],
];

/** A business day ends at five in the morning, which is the end of the night shift. */
const opensAt = '05:00:00';

/** The business day of a local time. */
export function businessDateOf(local: string): string {
  const date = local.slice(0, 10);
  return local.slice(11) < opensAt ? daysBefore(date, 1) : date;
}

export function spanOf(business_date: string): { began: string; ended: string } {
  return { began: `${business_date}T${opensAt}`, ended: `${daysBefore(business_date, -1)}T${opensAt}` };
}

export type DemoDay = ReturnType<typeof demoDay>;
export type DemoTill = ReturnType<typeof demoTill>;

const tillsOpenWith = 20_000;

/** Of one shift: its share of what was taken. Some drawers are off, and some nobody counted. */
function demoTill(key: string, { cashier, taken, sales }: { cashier: number; taken: number; sales: number }) {
  const random = randomFor(key);
  const part = (from: number, to: number) => Math.round((taken * random.integer(from, to)) / 100);
  const [cash, debit, food] = [part(14, 22), part(10, 20), part(0, 4)];
  const paid = (amount: number) => ({ amount, count: Math.round((sales * amount) / taken) });
  const paid_out = random.next() < 0.2 ? random.integer(10, 350) * 100 : 0;
  const drop = Math.floor(cash / 20_000) * 20_000;
  const closing = tillsOpenWith + cash - drop - paid_out;
  const isCounted = random.next() > 0.03;
  const off = random.next() < 0.06 ? random.integer(-4000, 3000) : random.integer(-300, 300);
  return {
    ...{ cashier, sales, opening: tillsOpenWith, closing, drop, paid_out },
    tenders: {
      ...{ cash: paid(cash), debitCards: paid(debit), foodStamps: paid(food) },
      creditCards: paid(taken - cash - debit - food),
    },
    over_short: isCounted ? off : closing,
    refunds: random.integer(0, 3),
    voids: random.next() < 0.03 ? random.integer(20, 30) : random.integer(0, 4),
    no_sales: random.integer(1, 8),
    drive_offs: random.next() < 0.03 ? 1 : 0,
  };
}

/** Two shifts of one till. Their cashiers change with the days. */
export function demoTills(
  key: string,
  { business_date, taken, sales }: { business_date: string; taken: number; sales: number },
) {
  const day = Date.parse(`${business_date}T00:00:00Z`) / 86_400_000;
  return [0, 1].map((shift) =>
    demoTill(`${key} ${business_date} till ${shift}`, {
      cashier: 7 + ((day + shift) % 4),
      taken: shift === 0 ? Math.floor(taken / 2) : taken - Math.floor(taken / 2),
      sales: shift === 0 ? sales >> 1 : sales - (sales >> 1),
    }),
  );
}

/** What a whole day sold, in cents, and thousandths of a gallon or unit. Times are local. Weekends sell more. */
export function demoDay(key: string, business_date: string) {
  const random = randomFor(`${key} ${business_date}`);
  const weekday = new Date(`${business_date}T00:00:00Z`).getUTCDay();
  const busy = weekday === 0 || weekday === 6 ? 1.25 : 1;
  const grades = gradesOf.map(([grade, price, from, to]) => {
    const volume = Math.round(random.integer(from * 1000, to * 1000) * busy);
    const gross = Math.round((volume * price) / 10_000);
    return { grade, volume, gross, discounts: random.integer(0, 40) * 50 };
  });
  const items = products.map((product) => ({
    ...product,
    units: Math.round(random.integer(2, 34) * busy) * 1000,
  }));
  const sold = [...departments].map(([code, name]) => {
    const own = items.filter(({ department }) => department === code);
    const amount =
      code === fuelDepartment
        ? grades.reduce((sum, { gross }) => sum + gross, 0)
        : code === lottery
          ? random.integer(80, 400) * 100
          : own.reduce((sum, { price, units }) => sum + (price * units) / 1000, 0);
    return { code, name, amount, discounts: own.length > 0 ? random.integer(0, 12) * 25 : 0 };
  });
  const taxed = sold.filter(({ code }) => code !== fuelDepartment && code !== lottery);
  const tax = Math.round(taxed.reduce((sum, { amount, discounts }) => sum + amount - discounts, 0) * 0.08);
  const sales = random.integer(320, 780);
  const taken = sold.reduce((sum, { amount, discounts }) => sum + amount - discounts, tax);
  return {
    ...{ business_date, ...spanOf(business_date), grades, items, departments: sold, tax, sales },
    tills: demoTills(key, { business_date, taken, sales }),
  };
}

export interface DemoSale {
  transaction: number;
  began: string;
  fuel: { grade: string; volume: number; amount: number } | null;
  items: (DemoProduct & { units: number })[];
  tax: number;
}

const minutesBetween = 12;

/** What the journal of a day that is still open has until this local time. */
export function demoSales(key: string, business_date: string, until: string): DemoSale[] {
  const random = randomFor(`${key} ${business_date} journal`);
  const sales: DemoSale[] = [];
  const from = Date.parse(`${spanOf(business_date).began}Z`);
  const end = Date.parse(`${until}Z`);
  for (let at = from + 60_000; at < end; at += random.integer(2, 2 * minutesBetween) * 60_000) {
    const [grade, price] = random.pick(gradesOf);
    const volume = random.integer(2000, 18_000);
    const isFuel = random.next() < 0.6;
    const items = Array.from({ length: random.integer(isFuel ? 0 : 1, 3) }, () => ({
      ...random.pick(products),
      units: random.integer(1, 2) * 1000,
    }));
    const goods = items.reduce((sum, { price, units }) => sum + (price * units) / 1000, 0);
    sales.push({
      transaction: 1000 + sales.length,
      began: new Date(at).toISOString().slice(0, 19),
      fuel: isFuel ? { grade, volume, amount: Math.round((volume * price) / 10_000) } : null,
      ...{ items, tax: Math.round(goods * 0.08) },
    });
  }
  return sales;
}

/** Some of it is low after a few days. */
export function demoStock(key: string) {
  const random = randomFor(`${key} stock`);
  return products.map(({ code }) => ({
    code,
    on_hand: random.integer(60, 200),
    reorder_point: random.integer(2, 5) * 6,
  }));
}
