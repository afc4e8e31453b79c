import { codeAt, type FigureReader } from './fields.pure.ts';
import type { JournalEvent, Values } from './register-file.pure.ts';
import { addValue, createTenderSums, tenderCode } from './till.pure.ts';
import { childOf, descendants, isFlagged, nodeAt, textOf, type XmlNode } from './xml.pure.ts';

/**
 * What an event says of the till: how it was paid, lines that were cancelled inside of it, and what is no sale at all.
 * `lines` are all lines of the event.
 */
export function tillOf(
  event: XmlNode,
  {
    lines,
    counts,
    figures,
  }: { lines: readonly XmlNode[]; counts: JournalEvent['counts']; figures: FigureReader },
): NonNullable<JournalEvent['till']> {
  const values: Values = {};
  if (counts !== 'nothing') {
    addCorrections(values, lines, figures);
    const skipped = lines.filter(
      (line) => isNormal(line) && descendants(line, 'CashierBypassedFlag').some(isFlagged),
    );
    if (skipped.length > 0) addValue(values, 'id_checks_skipped', { amount: null, count: skipped.length });
    return { tenders: tendersOf(lines.filter(isNormal), counts === 'refund', figures), values };
  }
  if (isFlagged(childOf(event, 'TrainingModeFlag'))) return { tenders: [], values };
  if (event.name === 'VoidEvent') {
    const summary = childOf(event, 'TransactionSummary');
    const total = 'TransactionTotalGrandAmount';
    const amount = textOf(summary, total) === null ? null : Math.abs(figures.cents(summary, total));
    addValue(values, 'voids', { amount, count: 1 });
    if (amount !== null) addValue(values, 'largest_void', { amount, count: null });
  }
  if (event.name === 'FinancialEvent')
    for (const [code, element, member] of moneyMoved)
      for (const detail of descendants(event, element)) {
        const amount = textOf(detail, member) === null ? null : Math.abs(figures.cents(detail, member));
        addValue(values, code, { amount, count: 1 });
      }
  return { tenders: [], values };
}

const moneyMoved = [
  ['safe_drops', 'SafeDropDetail', 'DropAmount'],
  ['paid_ins', 'PayInDetail', 'DetailAmount'],
  ['paid_outs', 'PayOutDetail', 'DetailAmount'],
] as const;

export function isNormal(line: XmlNode): boolean {
  return (line.attributes.status ?? 'normal') === 'normal';
}

/** Lines that sold something, and were cancelled before the sale was paid. */
function addCorrections(values: Values, lines: readonly XmlNode[], figures: FigureReader): void {
  for (const line of lines) {
    if (isNormal(line)) continue;
    for (const part of line.children)
      if (['ItemLine', 'MerchandiseCodeLine', 'FuelLine'].includes(part.name))
        addValue(values, 'corrections', { amount: Math.abs(figures.cents(part, 'SalesAmount')), count: 1 });
  }
}

/** Change is subtracted, whatever its sign. What a refund gives back is negative. */
function tendersOf(lines: readonly XmlNode[], isRefund: boolean, figures: FigureReader) {
  const infos = lines.flatMap((line) => line.children.filter((child) => child.name === 'TenderInfo'));
  const read = infos.map((info) => {
    const isChange = isFlagged(childOf(info, 'ChangeFlag'));
    const said = figures.cents(info, 'TenderAmount');
    const tender = nodeAt(info, 'Tender');
    const isBenefit = codeAt(tender, 'TenderSubCode')?.toLowerCase() === 'ebt';
    const code = isBenefit ? 'foodStamps' : (codeAt(tender, 'TenderCode') ?? (isChange ? 'cash' : 'unknown'));
    return { code: tenderCode(code), amount: isChange ? -Math.abs(said) : said, count: isChange ? 0 : 1 };
  });
  const sign = isRefund && read.reduce((sum, { amount }) => sum + amount, 0) > 0 ? -1 : 1;
  const sums = createTenderSums();
  for (const { amount, ...one } of read) sums.add({ ...one, amount: amount === 0 ? 0 : amount * sign });
  return sums.sums();
}
