import type { SalesImportPreview } from '../../../contract/sales-imports.ts';
import type { InTransaction } from '../../kernel/context.ts';
import type { LeftOut } from './read/close-rows.pure.ts';
import type { Manager } from './sales-imports.service.ts';

/** What became of a day or a cost. */
export interface Done {
  change: SalesImportPreview['changes'][number];
  location_id: string | null;
  about: string;
  /** What is stored, for the undo; null for nothing. */
  before: unknown;
  after: unknown;
}

/** Days or costs, which are taken some at a time. */
export interface Plan {
  items: readonly Item[];
  left_out: readonly LeftOut[];
  /** Of each item what became of it. */
  take(ctx: InTransaction<Manager>, items: readonly Item[]): Promise<Done[]>;
}

interface Item {
  /** Of the file that says it. */
  lines?: readonly number[];
}

/** So that what is planned is what is taken. */
export function planFor<Of extends object>(
  items: readonly Of[],
  left_out: readonly LeftOut[],
  take: (ctx: InTransaction<Manager>, items: readonly Of[]) => Promise<Done[]>,
): Plan {
  return { items, left_out, take: take as Plan['take'] };
}

export const changedSince = 'It was changed since.';
export const elsewhere = 'This location is not one of yours.';
