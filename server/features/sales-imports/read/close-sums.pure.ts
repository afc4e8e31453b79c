import type { ColumnMeaning } from '../../../../contract/sales-imports.ts';
import { type CloseDay, closeValues } from '../../registers/close/close-day.pure.ts';
import { tenderCode } from '../../registers/read/till.pure.ts';

/** What a cell of a column with an amount says of its day. */
export function addAmount(
  close: CloseDay,
  { is, name = '' }: ColumnMeaning,
  value: number,
  row: { grade: string; department: string; sign: 1 | -1 },
): void {
  switch (is) {
    case 'gallons':
    case 'gallons_of_grade':
      addFuel(close, is === 'gallons' ? row.grade || 'Fuel' : name, { volume: value });
      return;
    case 'fuel':
    case 'of_grade':
      addFuel(close, is === 'fuel' ? row.grade || 'Fuel' : name, { amount: value });
      return;
    case 'merchandise':
    case 'of_department':
      addDepartment(close, is === 'merchandise' ? row.department : name, value);
      return;
    case 'of_tender':
      addTender(close, name, value, null);
      return;
    case 'tax':
    case 'sales':
      close[is] = (close[is] ?? 0) + value;
      return;
    default: {
      const code = closeValues.find((one) => one === is);
      const amount = code === 'over_short' && value !== 0 ? row.sign * value : value;
      if (code) addInto(close.values, (one) => one.code === code, { code, amount });
    }
  }
}

function addInto<T extends { amount: number }>(rows: T[], isSame: (row: T) => boolean, row: T): void {
  const known = rows.find(isSame);
  if (known) known.amount += row.amount;
  else rows.push(row);
}

function addFuel(
  close: CloseDay,
  grade: string,
  { volume = null, amount = null }: Partial<CloseDay['fuel'][number]>,
) {
  let row = close.fuel.find((one) => one.grade === grade);
  if (!row) {
    row = { grade, volume: null, amount: null };
    close.fuel.push(row);
  }
  if (volume !== null) row.volume = (row.volume ?? 0) + volume;
  if (amount !== null) row.amount = (row.amount ?? 0) + amount;
}

/** Without a name, the file says that it is merchandise. */
function addDepartment(close: CloseDay, name: string, amount: number): void {
  const is_merchandise = name === '';
  const code = is_merchandise ? 'Merchandise' : name;
  addInto(close.departments, (one) => one.code === code && one.is_merchandise === is_merchandise, {
    ...{ code, amount, is_merchandise },
    name: is_merchandise || /^\d+$/.test(code) ? null : code,
  });
}

/** Words of spreadsheets for what registers call otherwise. */
const payments: readonly [RegExp, string][] = [
  [/^checks?$/, 'check'],
  [/^credit( ?cards?)?$/, 'creditCards'],
  [/^debit( ?cards?)?$/, 'debitCards'],
  [/^(ebt|food ?stamps?)$/, 'foodStamps'],
  [/^gift ?cards?$/, 'giftCard'],
  [/^coupons$/, 'coupon'],
  [/^house ?(charge|account)s?$/, 'houseCharge'],
];

export function addTender(close: CloseDay, name: string, amount: number, count: number | null): void {
  const found = payments.find(([pattern]) => pattern.test(name.toLowerCase()));
  const code = found?.[1] ?? tenderCode(name);
  const known = close.tenders.find((one) => one.code === code);
  if (!known) close.tenders.push({ code, amount, count });
  else {
    known.amount += amount;
    if (known.count !== null && count !== null) known.count += count;
  }
}
