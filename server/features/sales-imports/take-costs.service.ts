import { randomUUID } from 'node:crypto';
import { scopeOf } from '../../kernel/access.ts';
import type { InTransaction } from '../../kernel/context.ts';
import type { gradeFinder } from './grades.service.ts';
import type { Place } from './places.pure.ts';
import { changedSince, type Done, elsewhere } from './plan.pure.ts';
import type { CostRow } from './read/cost-rows.pure.ts';
import * as repository from './sales-imports.repository.ts';
import type { Manager } from './sales-imports.service.ts';

type Tx = InTransaction<Manager>;
type Grades = Awaited<ReturnType<typeof gradeFinder>>;

export async function takeCosts(
  ctx: Tx,
  places: readonly Place[],
  grades: Grades,
  rows: readonly CostRow[],
): Promise<Done[]> {
  const done: Done[] = [];
  for (const { cost, ...key } of rows) {
    const note = grades.isKnown(key.grade) ? null : 'No day has this grade yet.';
    done.push(await setCost(ctx, places, key, cost, { note }));
  }
  return done;
}

/** Only costs that are still as the import left them. */
export async function takeBackCosts(
  ctx: Tx,
  places: readonly Place[],
  rows: readonly repository.ImportChange[],
): Promise<Done[]> {
  const done: Done[] = [];
  for (const { location_id, about, before, after } of rows) {
    const [from_date = '', ...grade] = about.split(' ');
    const key = { location_id, from_date, grade: grade.join(' ') };
    const isOurs = (await repository.findCost(ctx.tx, key))?.cost === after;
    done.push(await setCost(ctx, places, key, before as number | null, { isOurs }));
  }
  return done;
}

type Key = Pick<CostRow, 'location_id' | 'grade' | 'from_date'>;

/** Null takes it away. */
async function setCost(
  ctx: Tx,
  places: readonly Place[],
  { location_id, grade, from_date }: Key,
  cost: number | null,
  { isOurs = true, note = null }: { isOurs?: boolean; note?: string | null },
): Promise<Done> {
  const key = { location_id, grade, from_date };
  const place = places.find(({ id }) => id === location_id);
  const known = await repository.findCost(ctx.tx, key);
  const before = known?.cost ?? null;
  const refused = !isOurs ? changedSince : whyNot(ctx, key, place);
  if (refused === null && before !== cost)
    await repository.storeCost(ctx.tx, key, known?.id ?? randomUUID(), cost);
  const result =
    refused !== null ? 'refused' : before === cost ? 'unchanged' : before === null ? 'new' : 'changed';
  return {
    change: {
      location: place ? { id: place.id, name: place.name } : null,
      ...{ date: from_date, grade, result, reason: refused ?? note },
      values: [{ field: 'cost', before, after: refused === null ? cost : before }],
    },
    ...{ location_id, about: `${from_date} ${grade}`, before, after: cost },
  };
}

function whyNot(ctx: Manager, { location_id }: Key, place: Place | undefined): string | null {
  if (location_id !== null) return place ? null : elsewhere;
  return scopeOf(ctx).all ? null : 'You see some of the locations, so you cannot set a cost of all.';
}
