import type { SalesImportOptions } from '../../../contract/sales-imports.ts';
import { reader } from '../../kernel/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { listNumberedLocations } from '../locations/locations.facts.service.ts';
import { gradeFinder } from './grades.service.ts';
import { locationFinder } from './places.pure.ts';
import { type Plan, planFor } from './plan.pure.ts';
import { createCloseReader, type Row, whyNotReadable } from './read/close-rows.pure.ts';
import { createCostReader, whyNoCosts } from './read/cost-rows.pure.ts';
import * as repository from './sales-imports.repository.ts';
import type { Manager } from './sales-imports.service.ts';
import { takeBackCosts, takeCosts } from './take-costs.service.ts';
import { takeBackDays, takeDays } from './take-days.service.ts';

const daysMax = 3000;

/** @throws ApiError 400 for columns that do not fit, a location out of scope, and too many days. */
export async function planOf(
  ctx: Manager,
  { id, about, facts: { headers } }: repository.ImportRow,
  options: SalesImportOptions,
): Promise<Plan> {
  const problem = (about === 'closes' ? whyNotReadable : whyNoCosts)(options, headers);
  if (problem) throw invalid({ path: 'mapping', message: problem });
  const places = await listNumberedLocations(ctx);
  if (options.location_id !== undefined && !places.some((place) => place.id === options.location_id))
    throw invalid({ path: 'location_id', message: 'Choose one of your locations.' });
  const grades = await gradeFinder(ctx);
  const columns = [headers, options, locationFinder(places), grades.codeOf] as const;
  if (about === 'costs') {
    const { items, left_out } = await read(ctx, id, createCostReader(...columns));
    return planFor(items, left_out, (ctx, rows) => takeCosts(ctx, places, grades, rows));
  }
  const { items, left_out } = await read(ctx, id, createCloseReader(...columns), daysMax);
  return planFor(items, left_out, (ctx, days) => takeDays(ctx, places, days));
}

interface Reader<Result> {
  add(row: Row): void;
  size(): number;
  result(): Result;
}

async function read<Result>(
  ctx: Manager,
  id: string,
  rows: Reader<Result>,
  most = Infinity,
): Promise<Result> {
  for await (const lines of repository.listLines<Row>(reader(ctx), id)) {
    for (const line of lines) rows.add(line);
    if (rows.size() <= most) continue;
    const message = `The file has more than ${most.toLocaleString('en-US')} days of locations. Split it.`;
    throw invalid({ path: 'file', message });
  }
  return rows.result();
}

/** What the import changed, as it was before. */
export async function undoOf(ctx: Manager, { id, about }: repository.ImportRow): Promise<Plan> {
  const changes = await repository.listChanges(reader(ctx), id);
  const places = await listNumberedLocations(ctx);
  const takeBack = about === 'closes' ? takeBackDays : takeBackCosts;
  return planFor<repository.ImportChange>(changes, [], (ctx, rows) => takeBack(ctx, places, rows));
}
