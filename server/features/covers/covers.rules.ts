import { coverReasons, reasons } from '../../../contract/access/reasons.ts';
import { coverMaxDays } from '../../../contract/fields/limits.ts';
import { instantOf } from '../../../contract/fields/zone-clock.ts';
import { when } from '../../kernel/rules.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** An hour more, because a clock may be put back within them. */
const longestMs = coverMaxDays * dayMs + 60 * minuteMs;

export interface Span {
  starts_at: string;
  ends_at: string;
}

/** Clock times as a form has them. */
export interface LocalSpan {
  starts_at?: string | undefined;
  ends_at: string;
}

/** The moments that a clock at the location shows. The minute that is running, or no start, is now. */
export function spanOf({ starts_at, ends_at }: LocalSpan, zone: string, now: Date): Span {
  const start = starts_at === undefined ? now : instantOf(...partsOf(starts_at), zone, 'start');
  const isNow = start <= now && now.getTime() - start.getTime() < minuteMs;
  return { starts_at: (isNow ? now : start).toISOString(), ends_at: endOf(ends_at, zone) };
}

export function endOf(local: string, zone: string): string {
  return instantOf(...partsOf(local), zone, 'end').toISOString();
}

const partsOf = (local: string) => [local.slice(0, 10), local.slice(11)] as const;

export function stateOf(
  { starts_at, ends_at, ended_at }: Span & { ended_at: string | null },
  now: string,
): 'upcoming' | 'on' | 'over' {
  if (ended_at !== null || ends_at <= now) return 'over';
  return starts_at > now ? 'upcoming' : 'on';
}

export function whyNotStart({ starts_at }: Span, now: Date): string[] {
  const aheadMs = Date.parse(starts_at) - now.getTime();
  return [
    ...when(aheadMs < 0, coverReasons.startPassed),
    ...when(aheadMs > coverMaxDays * dayMs, coverReasons.tooFar(coverMaxDays)),
  ];
}

export function whyNotEnd({ starts_at, ends_at }: Span, now: Date): string[] {
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  return [
    ...when(end <= now.getTime(), coverReasons.endPassed),
    ...when(end <= start, coverReasons.endsFirst),
    ...when(end - start > longestMs, coverReasons.tooLong(coverMaxDays)),
  ];
}

/** Has permissions that the actor lacks. The user's other locations do not matter: they stay who manages them. */
export function whyNotLend({ is_higher }: { is_higher: boolean }): string[] {
  return when(is_higher, reasons.higherRole);
}

export function whyNotReceive({ is_active }: { is_active: boolean }): string[] {
  return when(!is_active, coverReasons.inactive);
}

/** `is_lasting`: the actor has the location without covers, so that nobody prolongs their own, or that of a friend. */
export function whyNotGive({ name, is_lasting }: { name: string; is_lasting: boolean }): string[] {
  return when(!is_lasting, coverReasons.only(name));
}

export interface Place {
  name: string;
  closed_on: string | null;
  /** The user is assigned there, or has it through a district. */
  is_held: boolean;
  /** Of the user, not over; without the one that changes. */
  covers: readonly Span[];
}

export function whyNotAt({ name, closed_on, is_held, covers }: Place, span: Span): string[] {
  const overlaps = covers.some((other) => other.starts_at < span.ends_at && span.starts_at < other.ends_at);
  return [
    ...when(closed_on !== null, reasons.closed(name)),
    ...when(is_held, coverReasons.held(name)),
    ...when(overlaps, coverReasons.overlaps(name)),
  ];
}
