import type { PreviewField } from '../../../../contract/sales-imports.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import { yieldToReaders } from '../../../platform/background/background.ts';
import type { CloseDay } from '../close/close-day.pure.ts';
import * as repository from '../close/closes.repository.ts';
import * as choices from '../figures/choices.repository.ts';
import { computeOneDay } from '../figures/compute-day.service.ts';
import { boundsAt, whyDayWaits } from '../figures/days.pure.ts';
import { UncountableDay } from '../figures/figures.pure.ts';
import { findDay, lockLocations } from '../figures/records.repository.ts';

export { findClose } from '../close/closes.repository.ts';

export interface CloseChange {
  location_id: string;
  business_date: string;
  /** Null takes away what is stored. */
  close: CloseDay | null;
}

export type CloseFigures = { [K in PreviewField]?: number | null };

export interface ChangedDay {
  location_id: string;
  business_date: string;
  /** As they are counted, whatever the file says: a report of the register is believed first. */
  figures: { before: CloseFigures; after: CloseFigures };
  stored: { before: CloseDay | null; after: CloseDay | null };
  /** Why the day stays as it was, as a sentence. */
  refused: string | null;
}

/** What spreadsheets say of these days, at these locations. */
export async function setCloses(ctx: InTransaction, changes: readonly CloseChange[]): Promise<ChangedDay[]> {
  const { tx } = ctx;
  await lockLocations(
    tx,
    changes.map(({ location_id }) => location_id),
  );
  for (const [location_id, some] of Map.groupBy(changes, (one) => one.location_id))
    await choices.noteCloseDepartments(
      tx,
      location_id,
      some.flatMap(({ close }) => close?.departments ?? []),
    );
  const results: ChangedDay[] = [];
  for (const one of changes) {
    results.push(await setClose(ctx, one));
    await yieldToReaders();
  }
  return results;
}

async function setClose(
  ctx: InTransaction,
  { location_id, business_date, close }: CloseChange,
): Promise<ChangedDay> {
  const key = { location_id, business_date };
  const before = await repository.findClose(ctx.tx, location_id, business_date);
  const figures = await figuresAt(ctx, key);
  const same = { ...key, figures: { before: figures, after: figures }, stored: { before, after: before } };
  const waits = close && (await whyWaits(ctx, key));
  if (waits) return { ...same, refused: `${waits}.` };
  if (JSON.stringify(before) === JSON.stringify(close)) return { ...same, refused: null };
  await repository.storeClose(ctx.tx, key, close, now(ctx));
  try {
    await computeOneDay(ctx, location_id, business_date);
  } catch (error) {
    if (!(error instanceof UncountableDay)) throw error;
    // It is thrown before anything is written.
    await repository.storeClose(ctx.tx, key, before, now(ctx));
    return { ...same, refused: error.message };
  }
  const after = await figuresAt(ctx, key);
  return { ...key, figures: { before: figures, after }, stored: { before, after: close }, refused: null };
}

async function whyWaits(
  ctx: InTransaction,
  { location_id, business_date }: { location_id: string; business_date: string },
): Promise<string | null> {
  const location = await choices.findLocation(ctx.tx, location_id);
  if (!location) return 'This location does not exist any more';
  return whyDayWaits(business_date, location, boundsAt(ctx.app.now()));
}

async function figuresAt(
  { tx }: InTransaction,
  { location_id, business_date }: { location_id: string; business_date: string },
): Promise<CloseFigures> {
  const day = await findDay(tx, location_id, business_date);
  if (!day) return {};
  const { fuel_volume, fuel, merchandise, excluded, tax, sales } = day;
  const over_short = await repository.findOverShort(tx, location_id, business_date);
  return { fuel_volume, fuel, merchandise, excluded, tax, sales, over_short };
}
