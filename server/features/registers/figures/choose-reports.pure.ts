import { compare, msOf } from './days.pure.ts';
import type { StoredReport } from './stored.pure.ts';

/** Of the day. */
const dayPeriod = 2;
const shiftPeriod = 98;

/** What other periods mean is not known: their reports are stored, and no figure, span or date comes from them. */
export function isCountedPeriod(period: number): boolean {
  return period === dayPeriod || period === shiftPeriod;
}

/** Day reports with a real end, of which each is a close. */
export function dayReportsOf(reports: readonly StoredReport[]): StoredReport[] {
  return withoutRepetition(reports.filter(isDayReport));
}

/** Shifts and tills, and reports of a day that is still open, of which none says what another says. */
export function shiftReportsOf(reports: readonly StoredReport[]): StoredReport[] {
  const isShift = ({ period, ended }: StoredReport) =>
    period === shiftPeriod || (period === dayPeriod && ended === null);
  return withoutRepetition(reports.filter(isShift));
}

export function isDayReport({ period, ended }: StoredReport): boolean {
  return period === dayPeriod && ended !== null;
}

/**
 * Of each element. Greedy, from the report that wins to the one that loses against all, so that the order of arrival decides only
 * between reports that are otherwise alike.
 */
function withoutRepetition(reports: readonly StoredReport[]): StoredReport[] {
  const chosen: StoredReport[] = [];
  for (const report of [...reports].sort(byRank)) {
    if (!chosen.some((winner) => saysTheSame(winner, report))) chosen.push(report);
  }
  return chosen;
}

/** A report of the whole location takes the place of those per till, and a report of the day that of its shifts. */
function byRank(a: StoredReport, b: StoredReport): number {
  return (
    Number(a.till !== '') - Number(b.till !== '') ||
    Number(a.period !== dayPeriod) - Number(b.period !== dayPeriod) ||
    b.sequence - a.sequence ||
    compare(b.ended ?? '', a.ended ?? '') ||
    compare(b.arrived, a.arrived)
  );
}

function saysTheSame(winner: StoredReport, report: StoredReport): boolean {
  if (winner.element !== report.element) return false;
  if (winner.till !== '' && winner.till !== report.till) return false;
  if (winner.began === report.began) return true;
  return overlapsByHalf(winner, report);
}

/** By more than half of the shorter. A period without begin or end overlaps with all others. */
function overlapsByHalf(a: StoredReport, b: StoredReport): boolean {
  const [first, second] = [spanOf(a), spanOf(b)];
  if (!first || !second) return true;
  const common = Math.min(first.to, second.to) - Math.max(first.from, second.from);
  return common * 2 > Math.min(first.to - first.from, second.to - second.from);
}

/** An open period ends never. */
function spanOf({ began, ended }: StoredReport): { from: number; to: number } | null {
  if (began === null) return null;
  return { from: msOf(began), to: ended === null ? Number.MAX_SAFE_INTEGER : msOf(ended) };
}
