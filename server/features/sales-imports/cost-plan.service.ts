import { randomUUID } from 'node:crypto';
import type { SalesImportOptions } from '../../../contract/sales-imports.ts';
import { scopeOf } from '../../kernel/access.ts';
import { type InTransaction, reader } from '../../kernel/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { listNumberedLocations } from '../locations/locations.facts.service.ts';
import { gradeFinder } from './grades.service.ts';
import { locationFinder, type Place } from './places.service.ts';
import { type Done, type Plan, planFor } from './plan.pure.ts';
import type { Row } from './read/close-rows.pure.ts';
import { type CostRow, createCostReader, whyNoCosts } from './read/cost-rows.pure.ts';
import * as repository from './sales-imports.repository.ts';
import type { Manager } from './sales-imports.service.ts';

/** @throws ApiError 400 for columns that do not fit. */
export async function costPlan(
  ctx: Manager,
  row: repository.ImportRow,
  options: SalesImportOptions,
): Promise<Plan> {
  const { headers } = row.facts;
  const problem = whyNoCosts(options, headers);
  if (problem) throw invalid({ path: 'mapping', message: problem });
  const places = await listNumberedLocations(ctx);
  const grades = await gradeFinder(ctx);
  const read = createCostReader(headers, options, locationFinder(places), grades.codeOf);
  for await (const lines of repository.listLines<Row>(reader(ctx), row.id))
    for (const line of lines) read.add(line);
  const { rows, left_out } = read.result();
  return planFor<CostRow>({
    items: rows,
    left_out,
    async take(ctx, rows) {
      const done: Done[] = [];
      for (const { location_id, grade, from_date, cost } of rows)
        done.push(
          await setCost(ctx, places, { location_id, grade, from_date }, cost, {
            note: grades.isKnown(grade) ? null : 'No day has this grade yet.',
          }),
        );
      return done;
    },
  });
}

/** Only costs that are still as the import left them. */
export async function costUndo(ctx: Manager, rows: readonly repository.ImportChange[]): Promise<Plan> {
  const places = await listNumberedLocations(ctx);
  return planFor<repository.ImportChange>({
    items: rows,
    async take(ctx, rows) {
      const done: Done[] = [];
      for (const { location_id, about, before, after } of rows) {
        const [from_date = '', ...grade] = about.split(' ');
        const key = { location_id, from_date, grade: grade.join(' ') };
        const now = await repository.findCost(ctx.tx, key);
        const isOurs = now?.cost === after;
        done.push(await setCost(ctx, places, key, before as number | null, { isOurs }));
      }
      return done;
    },
  });
}

type Key = Omit<CostRow, 'cost'>;

/** Null takes it away. */
async function setCost(
  ctx: InTransaction<Manager>,
  places: readonly Place[],
  key: Key,
  cost: number | null,
  { isOurs = true, note = null }: { isOurs?: boolean; note?: string | null },
): Promise<Done> {
  const place = places.find(({ id }) => id === key.location_id);
  const known = await repository.findCost(ctx.tx, key);
  const before = known?.cost ?? null;
  const refused = !isOurs ? 'It was changed since.' : whyNot(ctx, key, place);
  if (refused === null && before !== cost)
    await repository.storeCost(ctx.tx, key, known?.id ?? randomUUID(), cost);
  const result =
    refused !== null ? 'refused' : before === cost ? 'unchanged' : before === null ? 'new' : 'changed';
  return {
    change: {
      location: place ? { id: place.id, name: place.name } : null,
      ...{ date: key.from_date, grade: key.grade, result, reason: refused ?? note },
      values: [{ field: 'cost', before, after: refused === null ? cost : before }],
    },
    ...{ location_id: key.location_id, about: `${key.from_date} ${key.grade}`, before, after: cost },
  };
}

function whyNot(ctx: Manager, { location_id }: Key, place: Place | undefined): string | null {
  if (location_id !== null) return place ? null : 'This location is not one of yours.';
  return scopeOf(ctx).all ? null : 'You see some of the locations, so you cannot set a cost of all.';
}
