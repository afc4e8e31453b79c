import type { Received } from '../../../../contract/http/endpoint.ts';
import {
  type ExceptionSeen,
  type setExceptionSeen as endpoint,
  exceptionRules,
} from '../../../../contract/sales-exceptions.ts';
import { type Authorized, requireAct } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { recordFigures } from '../../../kernel/changes/record-change.ts';
import { now } from '../../../kernel/context.ts';
import { changedFields } from '../../../kernel/edit.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { requireLocation } from '../../locations/locations.service.ts';
import { lockLocations } from '../figures/records.repository.ts';
import * as repository from './exceptions.repository.ts';
import { findExceptions, seenOf } from './exceptions.service.ts';

/** A trading date is at most so far from its business date. */
const apartDays = 2;

/** @throws ApiError 403 without the act, 404 out of scope, 409 for an exception that says something else by now. */
export async function setExceptionSeen(
  ctx: Authorized<'registers.read'>,
  { id, business_date }: { id: string; business_date: string },
  { kind, about, what, ...input }: Received<typeof endpoint>['body'],
): Promise<ExceptionSeen | null> {
  requireAct(ctx, 'noteDay');
  await requireLocation(ctx, id);
  const [from, to] = [daysBefore(business_date, apartDays), daysBefore(business_date, -apartDays)];
  const { exceptions } = await findExceptions(ctx, { location: [id], from, to }, kind);
  const found = exceptions.find((one) => one.business_date === business_date && one.about === about);
  if (found?.what !== what)
    throw new ApiError('conflict', 'This exception is another one by now. Look at the list again.');
  return change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const { name } = await requireLocation(ctx, id);
    await lockLocations(tx, [id]);
    const key = { location_id: id, business_date, kind, about };
    const before = { is_seen: found.seen !== null, note: found.seen?.note ?? '' };
    const after = { is_seen: input.is_seen, note: input.is_seen ? input.note : '' };
    const changed = changedFields(before, after, ['is_seen', 'note']);
    if (!changed) return found.seen;
    const by = { updated_at: now(ctx), updated_by: ctx.actor.user_id, updated_by_name: ctx.actor.name };
    const row = { ...key, what, note: after.note, ...by };
    if (after.is_seen) await repository.upsertSeen(tx, row);
    else await repository.deleteSeen(tx, key);
    audit(ctx, {
      action: 'register.exception_seen',
      subject: { type: 'location', id, name },
      details: { business_date, exception: `${exceptionRules[kind][0]}: ${what}`, ...changed },
      location_ids: [id],
    });
    recordFigures(ctx, id);
    return after.is_seen ? seenOf(row) : null;
  });
}
