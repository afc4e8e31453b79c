import { readDate, readTime } from './digits.pure.ts';
import { cents, itemCodeOf, quantity, volume } from './movement.pure.ts';
import type { FuelLine, GoodsLine, JournalEvent } from './register-file.pure.ts';
import { childOf, isFlagged, nodeAt, textOf, type XmlNode } from './xml.pure.ts';

/** Null for an event without a business date, which cannot be counted. @throws RefusedFile */
export function readEvent(event: XmlNode): JournalEvent | null {
  const date = textOf(event, 'BusinessDate');
  if (date === null) return null;
  const business_date = readDate(date, 'BusinessDate', event.line);
  const startDate = textOf(event, 'EventStartDate');
  const startTime = textOf(event, 'EventStartTime');
  const day = startDate === null ? null : readDate(startDate, 'EventStartDate', event.line);
  const time = startTime === null ? null : readTime(startTime, 'EventStartTime', event.line);
  const began = day === null ? null : `${day}T${time ?? '00:00:00'}`;
  const register = textOf(event, 'RegisterID') ?? '';
  const transaction = textOf(event, 'TransactionID') ?? '';
  const identity = JSON.stringify([event.name, register, transaction, business_date, day, time]);
  const counts = countsAs(event);
  const head = {
    identity,
    business_date,
    began,
    counts,
    is_outside: isFlagged(childOf(event, 'OutsideSalesFlag')),
  };
  if (counts === 'nothing') return { ...head, fuel: [], goods: [], tax: 0 };
  const lines = { ...readLines(event), tax: taxOf(event) };
  return { ...head, ...(counts === 'refund' ? asRefund(event, lines) : lines) };
}

function countsAs(event: XmlNode): JournalEvent['counts'] {
  if (event.name !== 'SaleEvent' && event.name !== 'RefundEvent') return 'nothing';
  if (isFlagged(childOf(event, 'TrainingModeFlag'))) return 'nothing';
  const isPaid = linesOf(event).some((line) => childOf(line, 'TenderInfo'));
  // A parked sale comes again when it is paid. A payment that was cancelled is none.
  if (isFlagged(childOf(event, 'SuspendFlag')) && !isPaid) return 'nothing';
  return event.name === 'SaleEvent' ? 'sale' : 'refund';
}

interface Lines {
  fuel: FuelLine[];
  goods: GoodsLine[];
  tax: number;
}

function linesOf(event: XmlNode): XmlNode[] {
  return event.children
    .filter((child) => child.name === 'TransactionDetailGroup')
    .flatMap((group) => group.children.filter((child) => child.name === 'TransactionLine'))
    .filter((line) => (line.attributes.status ?? 'normal') === 'normal');
}

/** Prepayments, tenders and taxes are no revenue. */
function readLines(event: XmlNode): Pick<Lines, 'fuel' | 'goods'> {
  const fuel: FuelLine[] = [];
  const goods: GoodsLine[] = [];
  for (const part of linesOf(event).flatMap((line) => line.children)) {
    const department = textOf(part, 'MerchandiseCode');
    if (part.name === 'FuelLine') {
      fuel.push({
        grade: textOf(part, 'FuelGradeID') ?? '',
        volume: volume(part, 'SalesQuantity'),
        amount: cents(part, 'SalesAmount'),
        department,
      });
    } else if (part.name === 'ItemLine' || part.name === 'MerchandiseCodeLine') {
      const code = part.name === 'ItemLine' ? itemCodeOf(part) : null;
      goods.push({
        department,
        amount: cents(part, 'SalesAmount'),
        quantity: childOf(part, 'SalesQuantity') ? quantity(part, 'SalesQuantity') : 1000,
        item: code && { ...code, name: textOf(part, 'Description') },
      });
    } else if (part.name === 'FeeLine') {
      goods.push({ department, amount: cents(part, 'FeeAmount'), quantity: 0, item: null });
    }
  }
  return { fuel, goods };
}

/** Of the summary, else of the tax lines. */
function taxOf(event: XmlNode): number {
  const summary = childOf(event, 'TransactionSummary');
  if (textOf(summary, 'TransactionTotalTaxNetAmount') !== null)
    return cents(summary, 'TransactionTotalTaxNetAmount');
  return linesOf(event)
    .flatMap((line) => line.children.filter((child) => child.name === 'TransactionTax'))
    .map((tax) => cents(tax, 'TaxCollectedAmount') - Math.abs(cents(tax, 'TaxRefundedAmount')))
    .reduce((sum, tax) => sum + tax, 0);
}

/** Some registers write refunds with positive amounts, others with negative ones. Afterward they are negative. */
function asRefund(event: XmlNode, lines: Lines): Lines {
  const gross = nodeAt(event, 'TransactionSummary', 'TransactionTotalGrossAmount')?.text.trim()
    ? cents(childOf(event, 'TransactionSummary'), 'TransactionTotalGrossAmount')
    : [...lines.fuel, ...lines.goods].reduce((sum, line) => sum + line.amount, 0);
  const sign = gross > 0 ? -1 : 1;
  const turned = (amount: number) => (amount === 0 ? 0 : amount * sign);
  /** Units go the way of their amount, whatever their own sign was. */
  const along = (units: number, amount: number) =>
    units === 0 ? 0 : amount === 0 ? -Math.abs(units) : Math.abs(units) * Math.sign(amount);
  return {
    fuel: lines.fuel.map((line) => {
      const amount = turned(line.amount);
      return { ...line, amount, volume: along(line.volume, amount) };
    }),
    goods: lines.goods.map((line) => {
      const amount = turned(line.amount);
      return { ...line, amount, quantity: along(line.quantity, amount) };
    }),
    tax: turned(lines.tax),
  };
}
