import { text } from '../../../../../contract/fields/fields.ts';
import { stockColumns } from '../../../../../contract/files/import-columns.ts';
import type { DateOrder } from '../../../../../contract/runs.ts';
import { productCode } from '../../../registers/figures/product-code.pure.ts';
import type { ReadLine, StockKeys, StockRequest } from '../../line-request.pure.ts';
import type { Catalog } from './catalog.pure.ts';
import { type CellValue, describeNote, faulty, quote, readBySchema } from './cell-values.pure.ts';
import { type Reading, readerOf } from './cells.pure.ts';
import { readDay } from './day-cell.pure.ts';

const codeMaxLength = 40;
/** Above it, a code is in the wrong column. */
const unitsMax = 1e9;

/** A count without a day counts from no moment, also where an earlier one had one. */
export function readStockLine(cells: readonly string[], reading: Reading): ReadLine<StockRequest, StockKeys> {
  const note = describeNote(cells);
  if (note !== null) return { keys: null, note };
  const line = readerOf(cells, reading, stockColumns);
  const { location_id } = line.read('locations', 'location_id', (cell) => readOne(cell, reading.locations));
  const { code } = line.read('code', 'code', readCode);
  const { counted } = line.read('on_hand', 'counted', readUnits);
  const { counted_at } = line.read('counted_at', 'counted_at', (cell) =>
    readMoment(cell, reading.date_order),
  );
  for (const column of ['locations', 'code'] as const) {
    if (line.textOf(column) === null)
      line.fault(column, `The line has no ${stockColumns[column].label.toLowerCase()}.`);
  }
  if (counted_at !== undefined && line.textOf('on_hand') === null) {
    line.fault('counted_at', `${stockColumns.counted_at.label}: A count needs a quantity on hand.`);
  }
  const fields: StockRequest['fields'] = {
    ...(location_id !== undefined && { location_id }),
    ...(code !== undefined && { code }),
    ...(counted !== undefined && { counted, counted_at: counted_at ?? null }),
    ...line.read('reorder_point', 'reorder_point', readUnits, null),
  };
  const keys = location_id !== undefined && code !== undefined ? { location_id, code } : null;
  return line.result(keys, { fields, location_name: line.textOf('locations') ?? '' });
}

function readOne(cell: string, locations: Catalog): CellValue<string> {
  const found = locations.find(cell);
  if (!Array.isArray(found)) {
    const repairs = found.near.map(({ id, label }) => ({
      ...{ column: 'locations' as const, value: cell, means: id, label: `Use ${label}` },
    }));
    return { problems: [{ text: found.rejected, repairs }] };
  }
  const [id, ...others] = found;
  return id !== undefined && others.length === 0
    ? { value: id }
    : faulty(`${quote(cell)} names several locations. Write a line for each.`);
}

/** As registers have it, without leading zeros, which spreadsheets take off anyway. */
function readCode(cell: string): CellValue<string> {
  const read = readBySchema(text(codeMaxLength), cell);
  if (!('value' in read)) return read;
  return { value: productCode({ code: read.value, format: null }, { lacks_check_digit: false }) };
}

/** Thousandths of a unit, from the digits. */
export function readUnits(cell: string): CellValue<number> {
  const [, sign = '', whole = '', places = ''] =
    /^([+-]?)(\d{1,10}|\d{1,3}(?:,\d{3})+)(?:\.(\d{0,20}))?$/.exec(cell.replace(/^\((.*)\)$/, '-$1')) ?? [];
  if (whole === '') return faulty(`${quote(cell)} is not a quantity. Write it as 24 or 1.5.`);
  if (/[1-9]/.test(places.slice(3))) return faulty(`${quote(cell)} has more than three decimals.`);
  const units = Number(whole.replaceAll(',', ''));
  if (units > unitsMax) return faulty(`${quote(cell)} is too large for a quantity.`);
  const thousandths = units * 1000 + Number(places.slice(0, 3).padEnd(3, '0'));
  return { value: sign === '-' && thousandths > 0 ? -thousandths : thousandths };
}

/** A day, or a local time of the location. */
export function readMoment(cell: string, order: DateOrder | null = null): CellValue<string> {
  const day = readDay(cell, order);
  if (!('value' in day)) return day;
  const [, hours, minutes, seconds = '00', half = ''] =
    /[T ](\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z| ?([ap])m)?$/i.exec(cell) ?? [];
  if (hours === undefined || minutes === undefined) return day;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
    return faulty(`There is no such time as ${quote(cell)}.`);
  }
  return { value: `${day.value}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}` };
}
