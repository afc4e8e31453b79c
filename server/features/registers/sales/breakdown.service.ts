import type { Received } from '../../../../contract/http/endpoint.ts';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { ColumnSpan } from '../../../../contract/sales.ts';
import type * as contract from '../../../../contract/sales-breakdown.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { compare } from '../figures/days.pure.ts';
import * as repository from './breakdown.repository.ts';
import { listLocationRefs } from './compare.repository.ts';
import { pageEnd } from './compare.service.ts';
import { addKnown } from './pairs.pure.ts';
import { columnOf, type DateRange, datesOf } from './periods.pure.ts';
import { locationsOf, rangeOf } from './selection.service.ts';

type Reader = Authorized<'registers.read'>;

/** Grades, departments or tenders across locations. */
export async function breakDownSales(
  ctx: Reader,
  { limit, after = 0, ...selection }: Received<typeof contract.breakDownSales>['query'],
) {
  const { range, parts } = await readParts(ctx, selection);
  const used = range ?? { from: null, to: null };
  return { ...used, parts: parts.slice(after, after + limit), ...pageEnd(parts.length, after, limit) };
}

/** Those of columns by date, others by their amount, the largest first. */
export async function readParts(ctx: Reader, selection: contract.BreakdownSelection) {
  const range = await rangeOf(ctx, selection);
  if (!range) return { range, parts: [] };
  const { of, by, code, key } = selection;
  const db = reader(ctx);
  const filter = locationsOf(ctx, selection);
  const isCosted = of === 'grade' && (await repository.hasCosts(db));
  const groups = by === 'total' || by === 'location' ? by : 'date';
  const date = by === 'month' ? 'month' : 'trading_date';
  const grouped = { total: 'total', location: 'location_id', date } as const;
  const nameOf = await namesOf(ctx, of);
  const spans = groups === 'date' ? spansOf(ctx, range, by as ColumnSpan) : null;
  const locations = groups === 'location' ? await listLocationRefs(db, filter) : null;
  const parts: contract.SalesPart[] = [];
  for (const part of await repository.listPartKeys(db, of, { code, name: key })) {
    const rows = await repository.sumPart(db, of, part, grouped[groups], { filter, range, isCosted });
    const sums = spans ? sumColumns(rows, spans) : rows;
    for (const { key, ...sum } of sums) {
      const place = {
        location: locations?.get(key) ?? null,
        ...(spans?.get(key) ?? { from: null, to: null }),
      };
      if (locations && !place.location) continue;
      parts.push(partOf(part, nameOf(part), place, sum));
    }
    await yieldToRequests(ctx);
  }
  const byAmount = (a: contract.SalesPart, b: contract.SalesPart) => (b.amount ?? 0) - (a.amount ?? 0);
  return { range, parts: parts.sort((a, b) => compare(a.from ?? '', b.from ?? '') || byAmount(a, b)) };
}

function partOf(
  { code, name: key, counts_as }: repository.PartKey,
  name: string | null,
  place: Pick<contract.SalesPart, 'location' | 'from' | 'to'>,
  { costed_quantity, costed_amount, cost, ...sums }: Omit<repository.PartSums, 'key'>,
): contract.SalesPart {
  const isCosted = costed_quantity !== null && costed_amount !== null && cost !== null;
  return {
    ...{ code, key, name, counts_as: counts_as || null, ...place, ...sums },
    costed: isCosted ? { quantity: costed_quantity, amount: costed_amount, cost } : null,
  };
}

/** The column of each date. */
function spansOf(ctx: Reader, range: DateRange, by: ColumnSpan): Map<string, DateRange> {
  const dates = datesOf(range);
  const groups = Map.groupBy(dates, (date) => columnOf(date, by, ctx.app.config.week_starts_on));
  const spans = [...groups.values()].flatMap((all) =>
    all.map((date) => [date, { from: all[0] ?? date, to: all.at(-1) ?? date }] as const),
  );
  return new Map(spans);
}

function sumColumns(rows: readonly repository.PartSums[], spans: ReadonlyMap<string, DateRange>) {
  const columns = new Map<string, repository.PartSums>();
  for (const row of rows) {
    const start = spans.get(row.key)?.from ?? row.key;
    const known = columns.get(start);
    columns.set(start, known ? added(known, row) : { ...row, key: start });
  }
  return columns.values();
}

/** What is known of both. */
function added({ key, ...one }: repository.PartSums, other: repository.PartSums): repository.PartSums {
  const names = Object.keys(one) as (keyof typeof one)[];
  const sums = names.map((name) => [name, addKnown([one[name], other[name]])]);
  return { key, ...(Object.fromEntries(sums) as typeof one) };
}

/** Departments have the names of files, grades those of the chain, and tenders their codes. */
async function namesOf(ctx: Reader, of: contract.BreakdownSelection['of']) {
  const db = reader(ctx);
  if (of === 'tender') return () => null;
  if (of === 'grade') {
    const names = new Map((await repository.listGradeNames(db)).map(({ code, name }) => [code, name]));
    return ({ code }: repository.PartKey) => names.get(code) ?? null;
  }
  const rows = await repository.listDepartmentNames(db);
  const names = new Map(rows.map(({ code, name }) => [`${code} ${fold(name ?? '')}`, name]));
  return ({ code, name }: repository.PartKey) => names.get(`${code} ${name}`) ?? (name || null);
}

/** Those that locations in scope sold. */
export async function listFuelGrades(ctx: Reader) {
  const db = reader(ctx);
  const names = new Map((await repository.listGradeNames(db)).map(({ code, name }) => [code, name]));
  const codes = await repository.listPartKeys(db, 'grade', {}, locationsOf(ctx, {}));
  return { grades: codes.map(({ code }) => ({ code, name: names.get(code) ?? null })) };
}

/** Those that days of any location have, and those that the chain named. */
export async function listKnownGrades(ctx: Context): Promise<{ code: string; name: string | null }[]> {
  const db = reader(ctx);
  const sold = (await repository.listPartKeys(db, 'grade', {})).map(({ code }) => ({ code, name: null }));
  const named = await repository.listGradeNames(db);
  return [...new Map([...sold, ...named].map((grade) => [grade.code, grade])).values()];
}

/** @throws ApiError 403 for users of some locations, because the name is for all. */
export async function nameFuelGrade(
  ctx: Authorized<'registers.manage'>,
  { code, name }: Received<typeof contract.nameFuelGrade>['body'],
) {
  if (!scopeOf(ctx).all)
    throw new ApiError('forbidden', 'Only users with access to all locations can name a grade.');
  await change(ctx, {}, async (ctx) => {
    const before = (await repository.listGradeNames(ctx.tx)).find((grade) => grade.code === code);
    if ((before?.name ?? null) === name) return;
    await repository.setGradeName(ctx.tx, code, name);
    audit(ctx, {
      action: 'register.grade_named',
      subject: { type: 'settings', id: null, name: 'Fuel grades' },
      details: { grade: code, before: { name: before?.name ?? null }, after: { name } },
    });
  });
  return { code, name };
}
