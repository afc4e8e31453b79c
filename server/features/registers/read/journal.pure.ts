import { codeAt, type FigureReader, itemCodeOf, nameAt, readDate, readTime } from './fields.pure.ts';
import { isNormal, tillOf } from './journal-till.pure.ts';
import { type EventTotals, netOf, type PricedLine } from './net.pure.ts';
import type { FuelLine, GoodsLine, JournalEvent } from './register-file.pure.ts';
import { childOf, isFlagged, textOf, type XmlNode } from './xml.pure.ts';

/**
 * Null for an event without a business date, which cannot be counted. `figuresOf` adds up a business date. @throws RefusedFile
 */
export function readEvent(
  event: XmlNode,
  figuresOf: (business_date: string) => FigureReader,
): JournalEvent | null {
  const date = textOf(event, 'BusinessDate');
  if (date === null) return null;
  const business_date = readDate(date, 'BusinessDate', event.line);
  const startDate = textOf(event, 'EventStartDate');
  const startTime = textOf(event, 'EventStartTime');
  const day = startDate === null ? null : readDate(startDate, 'EventStartDate', event.line);
  const time = startTime === null ? null : readTime(startTime, 'EventStartTime', event.line);
  const began = day === null ? null : `${day}T${time ?? '00:00:00'}`;
  const register = codeAt(event, 'RegisterID') ?? '';
  const transaction = codeAt(event, 'TransactionID') ?? '';
  const identity = JSON.stringify([event.name, register, transaction, business_date, day, time]);
  const counts = countsAs(event);
  const head = {
    identity,
    business_date,
    began,
    counts,
    is_outside: isFlagged(childOf(event, 'OutsideSalesFlag')),
  };
  const figures = figuresOf(business_date);
  const till = tillOf(event, { lines: allLinesOf(event), counts, figures });
  if (counts === 'nothing') return { ...head, fuel: [], goods: [], tax: 0, till };
  const read: Read = {
    lines: readLines(event, figures),
    tax: taxOf(event, figures),
    totals: totalsOf(event, figures),
  };
  return { ...head, ...netLines(counts === 'refund' ? asRefund(read) : read), till };
}

function countsAs(event: XmlNode): JournalEvent['counts'] {
  if (event.name !== 'SaleEvent' && event.name !== 'RefundEvent') return 'nothing';
  if (isFlagged(childOf(event, 'TrainingModeFlag'))) return 'nothing';
  const isPaid = linesOf(event).some((line) => childOf(line, 'TenderInfo'));
  // A parked sale comes again when it is paid. A payment that was cancelled is none.
  if (isFlagged(childOf(event, 'SuspendFlag')) && !isPaid) return 'nothing';
  return event.name === 'SaleEvent' ? 'sale' : 'refund';
}

type Line = PricedLine & ({ fuel: Omit<FuelLine, 'amount'> } | { goods: Omit<GoodsLine, 'amount'> });

interface Read {
  lines: Line[];
  tax: number;
  totals: Omit<EventTotals, 'tax'>;
}

function allLinesOf(event: XmlNode): XmlNode[] {
  return event.children
    .filter((child) => child.name === 'TransactionDetailGroup')
    .flatMap((group) => group.children.filter((child) => child.name === 'TransactionLine'));
}

const linesOf = (event: XmlNode) => allLinesOf(event).filter(isNormal);

/** Prepayments, tenders and taxes are no revenue. */
function readLines(event: XmlNode, figures: FigureReader): Line[] {
  return linesOf(event).flatMap((line) => {
    const read = line.children.flatMap((part) => readLine(part, figures));
    const [first] = read;
    // What stands beside it in its line reduces it, too.
    if (first) addReductions(first, line, figures);
    return read;
  });
}

function readLine(part: XmlNode, figures: FigureReader): Line[] {
  const department = () => codeAt(part, 'MerchandiseCode');
  const priced = (name: string, is_fuel: boolean): PricedLine => {
    const line = { amount: figures.cents(part, name), discounts: 0, promotions: 0, is_fuel };
    addReductions(line, part, figures);
    return line;
  };
  switch (part.name) {
    case 'FuelLine': {
      const grade = codeAt(part, 'FuelGradeID') ?? '';
      const fuel = { grade, volume: figures.volume(part, 'SalesQuantity'), department: department() };
      return [{ ...priced('SalesAmount', true), fuel }];
    }
    case 'ItemLine':
    case 'MerchandiseCodeLine': {
      const code = part.name === 'ItemLine' ? itemCodeOf(part) : null;
      const quantity = childOf(part, 'SalesQuantity') ? figures.quantity(part, 'SalesQuantity') : 1000;
      const name = nameAt(part, 'Description');
      const item = code && { ...code, name };
      const goods = { department: department(), quantity, item };
      // Rung into a department, it has the name of that.
      const isNamed = part.name === 'MerchandiseCodeLine' && name !== null;
      return [{ ...priced('SalesAmount', false), goods: isNamed ? { ...goods, name } : goods }];
    }
    case 'FeeLine':
      return [
        { ...priced('FeeAmount', false), goods: { department: department(), quantity: 0, item: null } },
      ];
    default:
      return [];
  }
}

function addReductions(line: PricedLine, within: XmlNode, figures: FigureReader): void {
  for (const child of within.children) {
    if (child.name === 'Discount') line.discounts += Math.abs(figures.cents(child, 'DiscountAmount'));
    if (child.name === 'Promotion') line.promotions += Math.abs(figures.cents(child, 'PromotionAmount'));
  }
}

/** Of the summary, else of the tax lines. */
function taxOf(event: XmlNode, figures: FigureReader): number {
  const summary = childOf(event, 'TransactionSummary');
  if (textOf(summary, 'TransactionTotalTaxNetAmount') !== null)
    return figures.cents(summary, 'TransactionTotalTaxNetAmount');
  return linesOf(event)
    .flatMap((line) => line.children.filter((child) => child.name === 'TransactionTax'))
    .map(
      (tax) => figures.cents(tax, 'TaxCollectedAmount') - Math.abs(figures.cents(tax, 'TaxRefundedAmount')),
    )
    .reduce((sum, tax) => sum + tax, 0);
}

function totalsOf(event: XmlNode, figures: FigureReader): Read['totals'] {
  const summary = childOf(event, 'TransactionSummary');
  const total = (name: string) => (textOf(summary, name) === null ? null : figures.cents(summary, name));
  const grand = total('TransactionTotalGrandAmount');
  const direction = childOf(summary, 'TransactionTotalGrandAmount')?.attributes.direction;
  return {
    net: total('TransactionTotalNetAmount'),
    grand: grand !== null && direction === 'Refunded' ? -Math.abs(grand) : grand,
    gross: total('TransactionTotalGrossAmount'),
    prepaid: linesOf(event)
      .flatMap((line) => line.children.filter((child) => child.name === 'FuelPrepayLine'))
      .reduce((sum, prepaid) => sum + figures.cents(prepaid, 'SalesAmount'), 0),
  };
}

function netLines({
  lines,
  tax,
  totals,
}: Read): Pick<JournalEvent, 'fuel' | 'goods' | 'tax' | 'unexplained'> {
  const { amounts, unexplained } = netOf(lines, { ...totals, tax });
  const fuel: FuelLine[] = [];
  const goods: GoodsLine[] = [];
  for (const [index, line] of lines.entries()) {
    const amount = amounts[index] ?? 0;
    if ('fuel' in line) fuel.push({ ...line.fuel, amount });
    else goods.push({ ...line.goods, amount });
  }
  return { fuel, goods, tax, ...(unexplained !== 0 && { unexplained }) };
}

/** Some registers write refunds with positive amounts, others with negative ones. Afterward they are negative. */
function asRefund({ lines, tax, totals }: Read): Read {
  const gross = totals.gross ?? lines.reduce((sum, line) => sum + line.amount, 0);
  const sign = gross > 0 ? -1 : 1;
  const turned = (amount: number) => (amount === 0 ? 0 : amount * sign);
  const negative = (total: number | null) => (total === null ? null : 0 - Math.abs(total));
  /** Units go the way of their amount, whatever their own sign was. */
  const along = (units: number, amount: number) =>
    units === 0 ? 0 : amount === 0 ? -Math.abs(units) : Math.abs(units) * Math.sign(amount);
  return {
    lines: lines.map((line) => {
      const amount = turned(line.amount);
      if ('fuel' in line)
        return { ...line, amount, fuel: { ...line.fuel, volume: along(line.fuel.volume, amount) } };
      return { ...line, amount, goods: { ...line.goods, quantity: along(line.goods.quantity, amount) } };
    }),
    tax: turned(tax),
    totals: {
      net: negative(totals.net),
      grand: negative(totals.grand),
      gross: negative(totals.gross),
      prepaid: 0 - Math.abs(totals.prepaid),
    },
  };
}
