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
  items: readonly unknown[];
  left_out: readonly LeftOut[];
  take(ctx: InTransaction<Manager>, items: readonly unknown[]): Promise<Done[]>;
}

/** So that what is planned is what is taken. */
export function planFor<Item>(plan: {
  items: readonly Item[];
  left_out?: readonly LeftOut[];
  take(ctx: InTransaction<Manager>, items: readonly Item[]): Promise<Done[]>;
}): Plan {
  return { left_out: [], ...plan } as Plan;
}
