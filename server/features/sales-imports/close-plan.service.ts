import {
  type PreviewField,
  previewFields,
  type SalesImportOptions,
} from '../../../contract/sales-imports.ts';
import { reader } from '../../kernel/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { StoredClose } from '../registers/close/close-day.pure.ts';
import {
  type ChangedDay,
  type CloseFigures,
  findClose,
  setCloses,
} from '../registers/receive/closes.service.ts';
import { gradeFinder } from './grades.service.ts';
import { locationFinder, type Place, placesOf } from './places.service.ts';
import { type Done, type Plan, planFor } from './plan.pure.ts';
import { createCloseReader, type ReadDay, type Row, whyNotReadable } from './read/close-rows.pure.ts';
import * as repository from './sales-imports.repository.ts';
import type { Manager } from './sales-imports.service.ts';

const daysMax = 3000;

/** @throws ApiError 400 for columns that do not fit and for too many days; 403, 404 as `lockManageable`. */
export async function closePlan(
  ctx: Manager,
  row: repository.ImportRow,
  options: SalesImportOptions,
): Promise<Plan> {
  const { headers } = row.facts;
  const problem = whyNotReadable(options, headers);
  if (problem) throw invalid({ path: 'mapping', message: problem });
  const register_id = row.register_id ?? '';
  const places = await placesOf(ctx, register_id);
  if (options.location_id !== undefined && !places.some(({ id }) => id === options.location_id))
    throw invalid({ path: 'location_id', message: 'Choose a location of the register connection.' });
  const read = createCloseReader(headers, options, locationFinder(places), (await gradeFinder(ctx)).codeOf);
  for await (const lines of repository.listLines<Row>(reader(ctx), row.id)) {
    for (const line of lines) read.add(line);
    if (read.size() > daysMax) {
      const most = daysMax.toLocaleString('en-US');
      throw invalid({ path: 'file', message: `The file has more than ${most} days of locations. Split it.` });
    }
  }
  const { days, left_out } = read.result();
  return planFor<ReadDay>({
    items: days,
    left_out,
    async take(ctx, days) {
      const sound = days.filter(({ faults }) => faults.length === 0);
      const changes = sound.map(({ close, ...day }) => ({ ...day, close: { register_id, ...close } }));
      const changed = (await setCloses(ctx, changes)).values();
      return days.map((day) => {
        const { faults, location_id, business_date } = day;
        const refused = faults.length > 0 ? faults.join(' ') : null;
        const done = refused === null ? changed.next().value : undefined;
        return doneOf(done ?? { location_id, business_date, refused }, places, noteOf(day));
      });
    },
  });
}

/** Only days that are still as the import left them. */
export async function closeUndo(
  ctx: Manager,
  { register_id }: repository.ImportRow,
  rows: readonly repository.ImportChange[],
): Promise<Plan> {
  const places = await placesOf(ctx, register_id ?? '');
  return planFor<repository.ImportChange>({
    items: rows,
    async take(ctx, rows) {
      const done: Done[] = [];
      for (const { location_id, about: business_date, before, after } of rows) {
        const key = { location_id: location_id ?? '', business_date };
        const now = await findClose(ctx.tx, key.location_id, business_date);
        const isOurs = JSON.stringify(now) === JSON.stringify(after);
        const [changed] = isOurs
          ? await setCloses(ctx, [{ ...key, close: before as StoredClose | null }])
          : [];
        done.push(doneOf(changed ?? { ...key, refused: 'It was changed since.' }, places, null));
      }
      return done;
    },
  });
}

/** Rows of shifts, of which some do not say what others say. */
function noteOf({ lines: { length }, blanks, is_shift }: ReadDay): string | null {
  const some = [...blanks].filter(([, count]) => is_shift && count < length);
  return some.map(([header, count]) => `${header} is blank in ${count} of ${length} rows.`).join(' ') || null;
}

type Changed = Pick<ChangedDay, 'location_id' | 'business_date' | 'refused'> & Partial<ChangedDay>;

function doneOf(
  { location_id, business_date, refused, ...day }: Changed,
  places: readonly Place[],
  note: string | null,
): Done {
  const { before = {}, after = {} } = day.figures ?? {};
  const { before: former = null, after: latter = null } = day.stored ?? {};
  const isSame = JSON.stringify(former) === JSON.stringify(latter);
  const values = valuesOf(before, after);
  const isQuiet = !isSame && values.every((value) => value.before === value.after);
  const isNew = Object.keys(before).length === 0;
  const name = places.find(({ id }) => id === location_id)?.name ?? '';
  const quiet = isQuiet ? 'Its figures stay: what the register reported is counted.' : null;
  return {
    change: {
      ...{ location: { id: location_id, name }, date: business_date, grade: null, values },
      result: refused !== null ? 'refused' : isSame ? 'unchanged' : isNew ? 'new' : 'changed',
      reason: refused ?? (isSame ? null : [quiet, note].filter(Boolean).join(' ') || null),
    },
    ...{ location_id, about: business_date, before: former, after: latter },
  };
}

function valuesOf(before: CloseFigures, after: CloseFigures) {
  const of = (figures: CloseFigures, field: PreviewField) => figures[field] ?? null;
  return previewFields
    .map((field) => ({ field, before: of(before, field), after: of(after, field) }))
    .filter(({ field, before, after }) =>
      field === 'excluded' ? before || after : before !== null || after !== null,
    );
}
