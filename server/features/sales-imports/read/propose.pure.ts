import { closeColumns, costColumns } from '../../../../contract/files/sales-columns.ts';
import type {
  CloseRow,
  ColumnMeaning,
  SalesColumn,
  SalesImportKind,
  SalesImportOptions,
} from '../../../../contract/sales-imports.ts';
import { closeNameMaxLength } from '../../../../contract/sales-imports.ts';
import { matchHeaders } from '../../runs/import/file/map-headers.pure.ts';
import { createTotalFinder, type Total } from './totals.pure.ts';

type Mapping = SalesImportOptions['mapping'];

const paid =
  /\b(bank|visa|mc|master ?card|amex|american express|discover|debit|credit|cash|checks?|ebt|food ?stamps?|fleet|voyager|wex|wright|coupons?|house (charge|account)s?)\b/;
const volume = /\b(gallons?|gals?|volume|vol)\b/g;
const shifts = /\b(shift|register|cashier|employee|till|drawer|record number)\b/;
const single = /\b(transaction|receipt|ticket|invoice) ?(id|number|no|#)\b|\btime\b/;

/** 'Fuel_Regular_Amount' is 'fuel regular amount'. */
function wordsOf(header: string): string {
  return header
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

function named(is: ColumnMeaning['is'], header: string, without: RegExp): ColumnMeaning {
  const name = header
    .replace(/[_\s]+/g, ' ')
    .replace(without, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { is, name: (name || header).slice(0, closeNameMaxLength).trim() };
}

/** By the names of the columns: first those that every file has, then those about one grade, payment or department. */
export function proposeMapping(about: SalesImportKind, headers: readonly string[]): Mapping {
  if (about === 'costs')
    return matchHeaders(costColumns, headers).map((is) => (is ? { is: is as SalesColumn } : null));
  const found = matchHeaders(closeColumns, headers).map((is) => is as SalesColumn | null);
  const isOfGrades = found.includes('grade') && !found.includes('department');
  return headers.map((header, index): ColumnMeaning | null => {
    const is = found[index] ?? null;
    const isPlain = /^(amount|(net )?sales|(net|sales) amount)$/.test(wordsOf(header));
    if (is === 'merchandise' && isPlain && isOfGrades) return { is: 'fuel' };
    return is ? { is } : wide(header);
  });
}

function wide(header: string): ColumnMeaning | null {
  const words = wordsOf(header);
  if (/\btotal\b/.test(words)) return null;
  if (/\bpay ?outs?\b|\bpaid ?outs?\b/.test(words)) return { is: 'paid_outs' };
  if (words.search(volume) !== -1)
    return named('gallons_of_grade', header, /\b(fuel|gas|gallons?|gals?|volume|vol|sold)\b/gi);
  if (/^(fuel|gas) \w/.test(words))
    return named('of_grade', header, /\b(fuel|gas|amount|amt|sales|dollars)\b|\$/gi);
  if (/^tender\b/.test(words)) return named('of_tender', header, /^tender\b/i);
  if (/\b(lottery|lotto|instant|scratch|money orders?|gift cards?)\b/.test(words))
    return named('of_department', header, /\bpos$/gi);
  return paid.test(words) ? named('of_tender', header, /^bank\b/i) : null;
}

export function proposeRow(headers: readonly string[], mapping: Mapping): CloseRow {
  const words = headers.map(wordsOf);
  const has = (is: SalesColumn) => mapping.some((one) => one?.is === is);
  if (words.some((one) => single.test(one)) || has('tender')) return 'sale';
  if (has('department')) return 'department';
  if (has('grade')) return 'grade';
  return words.some((one) => shifts.test(one)) ? 'shift' : 'day';
}

const noMoney: readonly (SalesColumn | undefined)[] = [
  ...(['date', 'location', 'department', 'grade', 'tender'] as const),
  ...(['gallons', 'gallons_of_grade', 'sales'] as const),
];

/** Among the columns that may hold money. */
export function totalFinderOf(headers: readonly string[], mapping: Mapping) {
  const columns = [...headers.keys()].filter((index) => !noMoney.includes(mapping[index]?.is));
  return createTotalFinder(columns);
}

/** A total is not counted. What it adds up is: a part without a meaning is a department, or a payment among payments. */
export function withTotals(headers: readonly string[], mapping: Mapping, totals: readonly Total[]): Mapping {
  const result = [...mapping];
  for (const { column, of } of totals) {
    const isPaid = of.some((index) => mapping[index]?.is === 'of_tender');
    for (const index of of)
      result[index] ??= named(isPaid ? 'of_tender' : 'of_department', headers[index] ?? '', /(?!)/);
    result[column] = { is: 'total' };
  }
  return result;
}
