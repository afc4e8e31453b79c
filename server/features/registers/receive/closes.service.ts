import type { PreviewField } from '../../../../contract/sales-imports.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { yieldToReaders } from '../../../platform/background/background.ts';
import type { StoredClose } from '../close/close-day.pure.ts';
import * as repository from '../close/closes.repository.ts';
import * as connections from '../connections/registers.repository.ts';
import { computeOneDay } from '../figures/compute-day.service.ts';
import { boundsAt, whyDayWaits } from '../figures/days.pure.ts';
import { UncountableDay } from '../figures/figures.pure.ts';
import { findDay, lockLocations } from '../figures/records.repository.ts';
import { noteDepartments } from './keep-files.service.ts';

export { findClose } from '../close/closes.repository.ts';

export interface CloseChange {
  location_id: string;
  business_date: string;
  /** Null takes away what is stored. */
  close: StoredClose | null;
}

export type CloseFigures = { [K in PreviewField]?: number | null };

export interface ChangedDay {
  location_id: string;
  business_date: string;
  /** As they are counted, whatever the file says: a report of the register is believed first. */
  figures: { before: CloseFigures; after: CloseFigures };
  stored: { before: StoredClose | null; after: StoredClose | null };
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
  await noteDepartments(
    ctx,
    changes.flatMap(({ location_id, close }) => {
      if (!close) return [];
      const departments = close.departments.filter(({ is_merchandise }) => !is_merchandise);
      return {
        ...{ location_id, register_id: close.register_id },
        departments: departments.map(({ code, name }) => ({ code, name, is_fuel_line: false })),
      };
    }),
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
  const waits = close && (await whyWaits(ctx, close.register_id, key));
  if (waits) return { ...same, refused: `${waits}.` };
  if (JSON.stringify(before) === JSON.stringify(close)) return { ...same, refused: null };
  await repository.storeClose(ctx.tx, key, close);
  try {
    await computeOneDay(ctx, location_id, business_date);
  } catch (error) {
    if (!(error instanceof UncountableDay)) throw error;
    // It is thrown before anything is written.
    await repository.storeClose(ctx.tx, key, before);
    return { ...same, refused: error.message };
  }
  const after = await figuresAt(ctx, key);
  return { ...key, figures: { before: figures, after }, stored: { before, after: close }, refused: null };
}

async function whyWaits(
  ctx: InTransaction,
  register_id: string,
  { location_id, business_date }: { location_id: string; business_date: string },
): Promise<string | null> {
  const locations = await connections.listLocationsOf(ctx.tx, { all: true }, [register_id]);
  const location = locations.find((one) => one.location_id === location_id);
  if (!location) return 'The connection does not have this location any more';
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
