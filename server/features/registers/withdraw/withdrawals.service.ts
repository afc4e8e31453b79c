import { randomUUID } from 'node:crypto';
import type { Received } from '../../../../contract/http/endpoint.ts';
import type {
  ChangedDay,
  previewWithdrawal as preview,
  Withdrawal,
  WithdrawalInput,
} from '../../../../contract/withdrawals.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { type AuditRecord, audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { recordFigures } from '../../../kernel/changes/record-change.ts';
import { type InTransaction, now, reader } from '../../../kernel/context.ts';
import { decodeCursor, encodeCursor } from '../../../kernel/paging.ts';
import { yieldToReaders } from '../../../platform/background/background.ts';
import { ApiError, invalid } from '../../../platform/http/errors.ts';
import { listLocationRefs } from '../../locations/locations.service.ts';
import { requireManageable } from '../connections/registers.service.ts';
import { readDay } from '../figures/compute-day.service.ts';
import { UncountableDay } from '../figures/figures.pure.ts';
import { lockLocations } from '../figures/records.repository.ts';
import { beginTasks } from '../figures/tasks.service.ts';
import type { Selection } from '../figures/withdrawn.repository.ts';
import { addDays } from '../receive/keep-files.service.ts';
import * as repository from './withdrawals.repository.ts';

type Manager = Authorized<'registers.manage'>;

const withdrawalsShown = 50;
const order = [{ kind: 'day' }, { kind: 'id' }] as const;

/** @throws ApiError 404 and 403 for what is out of scope. */
export async function previewWithdrawal(
  ctx: Manager,
  { limit, after, ...input }: Received<typeof preview>['query'],
) {
  const by = await selectionOf(ctx, input);
  const db = reader(ctx);
  const days = await repository.listDays(db, by);
  const location_ids = await requireSeen(ctx, days);
  // What comes since does not move the pages.
  const place = decodeCursor(['withdrawal', { ...by, received_to: '' }], order, after)?.position;
  const from = place ? { business_date: String(place[0]), location_id: String(place[1]) } : null;
  const rows = await repository.listFigures(db, by, from, limit);
  const changes: ChangedDay[] = [];
  for (const { revenue, fuel, merchandise, ...day } of rows) {
    await yieldToReaders();
    const before = { revenue, fuel, merchandise };
    const left = await readDay(db, day.location_id, day.business_date, by).catch(nothingOf);
    const after = {
      ...{ revenue: left.day?.revenue ?? null, fuel: left.day?.fuel ?? null },
      merchandise: left.day?.merchandise ?? null,
    };
    if (JSON.stringify(before) !== JSON.stringify(after)) changes.push({ ...day, before, after });
  }
  // Once more: the figures come from later statements (decision 92).
  await requireSeen(ctx, days);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    ...{ received_to: by.received_to, files: await repository.countFiles(db, by) },
    ...{ locations: location_ids.length, days: days.length, changes },
    next: last
      ? encodeCursor(['withdrawal', { ...by, received_to: '' }], [last.business_date, last.location_id])
      : null,
  };
}

/** What remains of such a day has no figures. */
function nothingOf(error: unknown): { day: null } {
  if (error instanceof UncountableDay) return { day: null };
  throw error;
}

/** @throws ApiError 404 and 403 for what is out of scope, 409 when nothing was received. */
export async function createWithdrawal(ctx: Manager, input: WithdrawalInput): Promise<Withdrawal> {
  const by = await selectionOf(ctx, input);
  const { id, location_ids } = await change(ctx, {}, async (ctx) => {
    const [days, files] = [await repository.listDays(ctx.tx, by), await repository.countFiles(ctx.tx, by)];
    if (days.length + files === 0) throw new ApiError('conflict', 'Nothing that counts was received then.');
    const id = randomUUID();
    await repository.insertWithdrawal(ctx.tx, {
      ...{ id, ...by, files, days: days.length, undone_at: null },
      ...{ created_at: now(ctx), created_by: ctx.actor.user_id, created_by_name: ctx.actor.name },
    });
    return { id, location_ids: await computeAnew(ctx, id, { days, files }, 'register.files_withdrawn') };
  });
  return finish(ctx, id, location_ids);
}

/** @throws ApiError 404 and 403 for what is out of scope. */
export async function undoWithdrawal(ctx: Manager, id: string): Promise<Withdrawal> {
  const location_ids = await change(ctx, {}, async (ctx) => {
    const row = await repository.lockWithdrawal(ctx.tx, id);
    await find(ctx, id);
    if (!row || row.undone_at !== null) return [];
    // What was sent again since is none of it.
    const [days, files] = [await repository.listDays(ctx.tx, row), await repository.countFiles(ctx.tx, row)];
    await repository.markUndone(ctx.tx, id, now(ctx));
    return computeAnew(ctx, id, { days, files }, 'register.withdrawal_undone');
  });
  return finish(ctx, id, location_ids);
}

export async function listWithdrawals(ctx: Manager): Promise<Withdrawal[]> {
  const rows = await repository.listWithdrawals(reader(ctx), scopeOf(ctx), null, withdrawalsShown);
  return rows.map(presentWithdrawal);
}

async function selectionOf(
  ctx: Manager,
  { register, location, received_from, received_to }: WithdrawalInput,
): Promise<Selection> {
  if (register !== undefined) await requireManageable(ctx, register);
  if (register === undefined && location === undefined && !scopeOf(ctx).all)
    throw invalid({ path: 'location', message: 'Choose a register or a location' });
  const end = now(ctx);
  const to = received_to === undefined || received_to > end ? end : received_to;
  if (received_from !== undefined && received_from > to)
    throw invalid({ path: 'received_from', message: 'Must be before the end' });
  // A location that does not exist has no files, like one out of scope.
  if (location !== undefined && (await listLocationRefs(ctx, [location])).length === 0)
    throw new ApiError('not_found', 'This location does not exist, or is outside your locations.');
  return {
    sender: register ?? null,
    location_id: location ?? null,
    received_from: received_from ?? null,
    received_to: to,
  };
}

/** A connection may have sent files of other locations before. @throws ApiError 403 */
async function requireSeen(ctx: Manager, days: readonly repository.DayKey[]): Promise<string[]> {
  const ids = [...new Set(days.map(({ location_id }) => location_id))].sort();
  if (scopeOf(ctx).all || (await listLocationRefs(ctx, ids)).length === ids.length) return ids;
  throw new ApiError('forbidden', 'Some of these files are of locations that you do not see.');
}

/** Returns the locations of these days, whose tasks are left. */
async function computeAnew(
  ctx: InTransaction<Manager>,
  id: string,
  { days, files }: { days: readonly repository.DayKey[]; files: number },
  action: AuditRecord['action'],
): Promise<string[]> {
  const location_ids = await requireSeen(ctx, days);
  await lockLocations(ctx.tx, location_ids);
  await addDays(ctx, days);
  for (const location_id of location_ids) recordFigures(ctx, location_id);
  const { register, location, received_from, received_to } = await find(ctx, id);
  audit(ctx, {
    action,
    subject: register
      ? { type: 'register', ...register }
      : { type: 'location', id: location?.id ?? null, name: location?.name ?? 'all locations' },
    details: { files, days: days.length, received_from, received_to },
    location_ids,
  });
  return location_ids;
}

async function finish(ctx: Manager, id: string, location_ids: string[]): Promise<Withdrawal> {
  const withdrawal = await find(ctx, id);
  await beginTasks(ctx, location_ids);
  return withdrawal;
}

async function find(ctx: Manager, id: string): Promise<Withdrawal> {
  const [row] = await repository.listWithdrawals(reader(ctx), scopeOf(ctx), id, 1);
  if (row) return presentWithdrawal(row);
  throw new ApiError('not_found', 'This withdrawal does not exist, or is outside your locations.');
}

function presentWithdrawal(row: repository.WithdrawalRow): Withdrawal {
  const { sender, register_name, location_id, location_name, created_by: _, ...withdrawal } = row;
  return {
    ...withdrawal,
    register: sender === null ? null : { id: sender, name: register_name ?? '' },
    location: location_id === null ? null : { id: location_id, name: location_name ?? '' },
  };
}
