import { type PreviewField, previewFields } from '../../../contract/sales-imports.ts';
import type { InTransaction } from '../../kernel/context.ts';
import type { CloseDay } from '../registers/close/close-day.pure.ts';
import {
  type ChangedDay,
  type CloseChange,
  type CloseFigures,
  findClose,
  setCloses,
} from '../registers/receive/closes.service.ts';
import type { Place } from './places.pure.ts';
import { changedSince, type Done, elsewhere } from './plan.pure.ts';
import type { ReadDay } from './read/close-rows.pure.ts';
import type { ImportChange } from './sales-imports.repository.ts';
import type { Manager } from './sales-imports.service.ts';

type Tx = InTransaction<Manager>;

export function takeDays(ctx: Tx, places: readonly Place[], days: readonly ReadDay[]): Promise<Done[]> {
  const wanted = days.map(({ faults, ...day }) => ({
    ...{ ...day, refused: faults.length > 0 ? faults.join(' ') : null, note: noteOf(day) },
  }));
  return setDays(ctx, places, wanted);
}

/** Only days that are still as the import left them. */
export async function takeBackDays(
  ctx: Tx,
  places: readonly Place[],
  rows: readonly ImportChange[],
): Promise<Done[]> {
  const wanted: Wanted[] = [];
  for (const { location_id, about: business_date, before, after } of rows) {
    const key = { location_id: location_id ?? '', business_date };
    const now = await findClose(ctx.tx, key.location_id, business_date);
    const isOurs = JSON.stringify(now) === JSON.stringify(after);
    wanted.push({
      ...key,
      close: before as CloseDay | null,
      refused: isOurs ? null : changedSince,
      note: null,
    });
  }
  return setDays(ctx, places, wanted);
}

interface Wanted extends CloseChange {
  refused: string | null;
  note: string | null;
}

async function setDays(ctx: Tx, places: readonly Place[], days: readonly Wanted[]): Promise<Done[]> {
  const nameOf = (id: string) => places.find((place) => place.id === id)?.name;
  const whyNot = (day: Wanted) => day.refused ?? (nameOf(day.location_id) === undefined ? elsewhere : null);
  const changed = (
    await setCloses(
      ctx,
      days.filter((day) => whyNot(day) === null),
    )
  ).values();
  return days.map((day) => {
    const refused = whyNot(day);
    const done = refused === null ? changed.next().value : undefined;
    return doneOf(done ?? { ...day, refused }, nameOf(day.location_id) ?? '', day.note);
  });
}

/** Rows of shifts, of which some do not say what others say. */
function noteOf({ lines: { length }, blanks, is_shift }: Omit<ReadDay, 'faults'>): string | null {
  const some = [...blanks].filter(([, count]) => is_shift && count < length);
  return some.map(([header, count]) => `${header} is blank in ${count} of ${length} rows.`).join(' ') || null;
}

type Changed = Pick<ChangedDay, 'location_id' | 'business_date' | 'refused'> & Partial<ChangedDay>;

function doneOf(
  { location_id, business_date, refused, figures, stored }: Changed,
  name: string,
  note: string | null,
): Done {
  const { before = {}, after = {} } = figures ?? {};
  const { before: former = null, after: latter = null } = stored ?? {};
  const isSame = JSON.stringify(former) === JSON.stringify(latter);
  const values = valuesOf(before, after);
  const isQuiet = !isSame && values.every((value) => value.before === value.after);
  const isNew = Object.keys(before).length === 0;
  const quiet = isQuiet ? 'Its figures stay: what the register reported is counted.' : null;
  return {
    change: {
      ...{ location: { id: location_id, name }, date: business_date, grade: null, values },
      result:
        refused !== null
          ? 'refused'
          : isSame
            ? 'unchanged'
            : isNew
              ? 'new'
              : isQuiet
                ? 'not_counted'
                : 'changed',
      reason: refused ?? (isSame ? null : [quiet, note].filter(Boolean).join(' ') || null),
    },
    ...{ location_id, about: business_date, before: former, after: latter },
  };
}

function valuesOf(before: CloseFigures, after: CloseFigures) {
  const of = (figures: CloseFigures, field: PreviewField) => figures[field] ?? null;
  return previewFields
    .map((field) => ({ field, before: of(before, field), after: of(after, field) }))
    .filter(({ before, after }) => before !== null || after !== null);
}
