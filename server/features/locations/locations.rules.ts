import { coverReasons, reasons } from '../../../contract/access/reasons.ts';
import { type Holder, when } from '../../kernel/rules.ts';

export function whyNotNumber(holder: Holder | undefined, id: string | null): string[] {
  return holder && holder.id !== id ? [reasons.numberTaken(holder.name)] : [];
}

/** The day must not be in the future anywhere on Earth. */
export function whyNotClose(day: string, now: Date): string[] {
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  return when(day > tomorrow, reasons.closesLater);
}

/** `known` are in the actor's scope. */
export function whyUnknown(ids: readonly string[], known: { has(id: string): boolean }): string[] {
  return when(
    ids.some((id) => !known.has(id)),
    reasons.unknownLocation,
  );
}

export interface Assignable {
  name: string;
  closed_on: string | null;
  /** The actor sees it without covers, too. */
  is_lasting: boolean;
}

/** In the order of their names. */
export function whyNotAssignTo(locations: readonly Assignable[]): string[] {
  const closed = locations.find((location) => location.closed_on !== null);
  const covered = locations.find(({ is_lasting }) => !is_lasting);
  return [
    ...(closed ? [reasons.closed(closed.name)] : []),
    ...(covered ? [coverReasons.only(covered.name)] : []),
  ];
}
