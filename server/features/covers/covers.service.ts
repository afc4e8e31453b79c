import { randomUUID } from 'node:crypto';
import { coverReasons, reasons } from '../../../contract/access/reasons.ts';
import { type Cover, type CoverEnd, type CoverInput, coversListed } from '../../../contract/covers.ts';
import { displayName } from '../../../contract/users.ts';
import type { Authorized } from '../../kernel/access.ts';
import { audit, userSubject } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type App, type InTransaction, now, reader } from '../../kernel/context.ts';
import type { UsersTable } from '../../kernel/database/schema.ts';
import { grantorNames } from '../../kernel/grantors.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import { refuseFor } from '../../kernel/rules.ts';
import { inOrder } from '../../platform/background/background.ts';
import { momentInWords } from '../../platform/clock.ts';
import { isForeignKeyViolation } from '../../platform/database/query.ts';
import { ApiError, invalid } from '../../platform/http/errors.ts';
import { whyUnknown } from '../locations/locations.rules.ts';
import { type CoverFacts, type CoverPlace, readCoverFacts, viewerOf } from './covers.facts.service.ts';
import * as repository from './covers.repository.ts';
import {
  endOf,
  type LocalSpan,
  type Span,
  spanOf,
  stateOf,
  whyNotAt,
  whyNotEnd,
  whyNotGive,
  whyNotLend,
  whyNotReceive,
  whyNotStart,
} from './covers.rules.ts';
import { endCoversOf, tellUser } from './end-covers.service.ts';

type Granting = Authorized<'users.assign_locations'>;

const dayMs = 86_400_000;
const overDays = 90;

type ListedCovers = { [K in 'user' | 'location' | 'ended_with']?: string | undefined } & {
  over?: 'yes' | undefined;
};

/** Those that are on or to come, the first to end first. */
export async function listCovers(
  ctx: Authorized<'users.read'>,
  { user: user_id, location: location_id, ended_with, over }: ListedCovers,
): Promise<{ covers: Cover[] }> {
  const since = over && new Date(ctx.app.now().getTime() - overDays * dayMs).toISOString();
  const filter = { user_id, location_id, ended_with: ended_with ? [ended_with] : undefined, since };
  return { covers: await readCovers(ctx, filter) };
}

/** Only those in scope. */
export async function coversById(ctx: Authorized, ids: readonly string[]): Promise<Map<string, Cover>> {
  const covers = ids.length > 0 ? await readCovers(ctx, { ids }) : [];
  return new Map(covers.map((cover) => [cover.id, cover]));
}

/** A user always sees all of their own. */
export async function listOwnCovers(ctx: Authorized<'signed_in'>): Promise<Cover[]> {
  const user_id = ctx.actor.user_id ?? '';
  return readCovers(ctx, { user_id, isOwn: true });
}

async function readCovers(ctx: Authorized, filter: repository.Filter): Promise<Cover[]> {
  return present(ctx, await repository.listCovers(reader(ctx), viewerOf(ctx), filter, coversListed));
}

/**
 * All or none. @throws ApiError 404 for a user and 400 for a location out of scope; 403 for a user with more permissions
 * than the actor, and for a location that the actor only covers; 409 for an inactive user.
 */
export async function createCovers(
  ctx: Granting,
  { user_id, location_ids, reason, ...local }: CoverInput,
): Promise<Cover[]> {
  const ids = [...new Set(location_ids)];
  try {
    return await change(
      ctx,
      { user: user_id, read: (ctx) => readCoverFacts(ctx, user_id, ids) },
      async (ctx, facts) => {
        const receiver = requireReceiver(facts);
        refuseFor(whyUnknown(ids, facts.places), 'validation_failed', { path: 'location_ids', denial: true });
        const rows = [...facts.places.values()].map((place) =>
          grant(ctx, receiver, place, { ...local, reason }),
        );
        return present(ctx, rows);
      },
    );
  } catch (error) {
    if (isForeignKeyViolation(error))
      throw invalid({ path: 'location_ids', message: 'One of the locations was just deleted' });
    throw error;
  }
}

/** @throws ApiError 404, 403; 409 for one that is over. */
export async function changeCover(ctx: Granting, id: string, local: string): Promise<Cover> {
  const { user_id, location_id } = await findCover(ctx, id);
  return change(
    ctx,
    {
      user: user_id,
      read: (ctx) => inOrder([findCover(ctx, id), readCoverFacts(ctx, user_id, [location_id])]),
    },
    async (ctx, [row, facts]) => {
      const moved = move(ctx, row, facts, local);
      return one(await present(ctx, [moved]));
    },
  );
}

/** Repeating it changes nothing. @throws ApiError 404, 403 */
export async function endCover(ctx: Granting, id: string): Promise<Cover> {
  const { user_id } = await findCover(ctx, id);
  return change(ctx, { user: user_id, read: (ctx) => findCover(ctx, id) }, async (ctx, row) => {
    if (stateOf(row, now(ctx)) === 'over') return one(await present(ctx, [row]));
    await end(ctx, [row]);
    return one(await present(ctx, [{ ...row, ended_at: now(ctx) }]));
  });
}

/**
 * Inside of a change of the user, whom the actor may change, after their locations were written: the covers in scope that
 * are on become these, and others stay. @throws ApiError 400, 403
 */
export async function replaceCovers(
  ctx: InTransaction<Granting>,
  receiver: Receiver,
  wanted: readonly CoverEnd[],
): Promise<void> {
  const user_id = receiver.id;
  const ends = new Map(wanted.map(({ location_id, ...end }) => [location_id, end]));
  const ids = [...ends.keys()];
  const [covers, facts] = await inOrder([
    repository.listCovers(ctx.tx, viewerOf(ctx), { user_id, isChanging: true }, coversListed),
    readCoverFacts(ctx, user_id, ids),
  ]);
  refuseFor(whyUnknown(ids, facts.places), 'validation_failed', { path: 'covers', denial: true });
  const on = covers.filter((row) => stateOf(row, now(ctx)) === 'on');
  await end(
    ctx,
    on.filter(({ location_id }) => !ends.has(location_id)),
  );
  for (const [location_id, { ends_at, reason = null }] of ends) {
    const row = on.find((row) => row.location_id === location_id);
    const place = facts.places.get(location_id);
    if (row) move(ctx, row, facts, ends_at);
    else if (place) grant(ctx, receiver, place, { ends_at, reason });
  }
}

function requireReceiver({ receiver }: CoverFacts) {
  if (!receiver) throw new ApiError('not_found', reasons.userMissing);
  refuseFor(whyNotLend(receiver), 'forbidden');
  return receiver;
}

type Receiver = Pick<UsersTable, 'id' | 'full_name' | 'email' | 'is_active'>;

function grant(
  ctx: InTransaction<Granting>,
  receiver: Receiver,
  place: CoverPlace,
  { reason, ...local }: LocalSpan & { reason: string | null },
): repository.CoverRow {
  const { actor, app, tx } = ctx;
  const moment = app.now();
  const span = spanOf(local, place.time_zone, moment);
  refuseFor(whyNotStart(span, moment), 'validation_failed', { path: 'starts_at' });
  refuseFor(whyNotEnd(span, moment), 'validation_failed', { path: 'ends_at' });
  refuseFor(whyNotReceive(receiver), 'conflict');
  refuseFor(whyNotGive(place), 'forbidden');
  refuseFor(whyNotAt(place, span), 'validation_failed', { path: 'location_ids' });
  const { id: user_id, full_name, email, is_active } = receiver;
  const at = moment.toISOString();
  const row = {
    ...{ id: randomUUID(), user_id, location_id: place.id, ...span, reason, ended_at: null },
    ...{ created_at: at, granted_by: actor.user_id, granted_by_name: actor.name },
  };
  const isOn = span.starts_at <= at;
  repository.insertCover(tx, {
    ...{ ...row, ended_by: null, ended_by_name: null, reported_end_at: null },
    ...{ reported_start_at: isOn ? at : null, reminded_at: isShort(span) ? at : null },
  });
  const until = momentInWords(span.ends_at, place.time_zone);
  const from = isOn ? null : momentInWords(span.starts_at, place.time_zone);
  audit(ctx, {
    action: 'cover.granted',
    subject: userSubject(receiver),
    details: { ...(from && { from }), until, ...(reason && { reason }) },
    locations_added: [place.id],
  });
  tellUser(ctx, user_id, { act: 'granted', location: place.name, from, until });
  notify(ctx, {
    ...{ kind: 'location_users', receivers: { to: 'locations', ids: [place.id] }, act: 'covers' },
    ...{ about_id: user_id, subject: { type: 'location', id: null, name: '' } },
    details: { act: 'covers', name: displayName(receiver), from, until },
  });
  return {
    ...{ ...row, full_name, email, is_active, location_name: place.name, time_zone: place.time_zone },
    ...{ closed_on: place.closed_on, is_higher: false, is_lasting: true },
  };
}

/** A reminder of its end a day before would come with it. */
function isShort({ starts_at, ends_at }: Span): boolean {
  return Date.parse(ends_at) - Date.parse(starts_at) <= dayMs;
}

function move(
  ctx: InTransaction<Granting>,
  row: repository.CoverRow,
  facts: CoverFacts,
  local: string,
): repository.CoverRow {
  const { id, location_id, starts_at, time_zone } = row;
  if (stateOf(row, now(ctx)) === 'over') throw new ApiError('conflict', coverReasons.over);
  const ends_at = endOf(local, time_zone);
  if (ends_at === row.ends_at) return row;
  refuseFor(whyNotEnd({ starts_at, ends_at }, ctx.app.now()), 'validation_failed', { path: 'ends_at' });
  refuseFor(whyNotLend(row), 'forbidden');
  const place = facts.places.get(location_id);
  if (ends_at > row.ends_at && place) {
    refuseFor(whyNotGive(place), 'forbidden');
    const covers = place.covers.filter((other) => other.id !== id);
    const others = { ...place, is_held: false, covers };
    refuseFor(whyNotAt(others, { starts_at, ends_at }), 'validation_failed', { path: 'ends_at' });
  }
  repository.updateCover(ctx.tx, id, { ends_at, reminded_at: null });
  const [before, until] = [momentInWords(row.ends_at, time_zone), momentInWords(ends_at, time_zone)];
  audit(ctx, {
    action: 'cover.extended',
    subject: userSubject({ ...row, id: row.user_id }),
    details: { before, until },
    locations_added: [location_id],
  });
  tellUser(ctx, row.user_id, { act: 'moved', location: row.location_name, until });
  return { ...row, ends_at };
}

async function end(ctx: InTransaction<Granting>, rows: readonly repository.CoverRow[]): Promise<void> {
  for (const row of rows) refuseFor(whyNotLend(row), 'forbidden');
  await endCoversOf(ctx, rows);
}

async function findCover(ctx: Authorized, id: string): Promise<repository.CoverRow> {
  const [row] = await repository.listCovers(reader(ctx), viewerOf(ctx), { ids: [id] }, 1);
  if (!row) throw new ApiError('not_found', coverReasons.missing);
  return row;
}

async function present(ctx: Authorized, rows: readonly repository.CoverRow[]): Promise<Cover[]> {
  const nameOf = await grantorNames(ctx, rows);
  const mayGrant = ctx.actor.permissions.has('users.assign_locations');
  return rows.map((row) => {
    const { id, starts_at, ends_at, ended_at, reason } = row;
    const state = stateOf(row, now(ctx));
    const may_end = mayGrant && state !== 'over' && !row.is_higher;
    return {
      ...{ id, starts_at, ends_at, ended_at, state, reason, may_end },
      user: { id: row.user_id, name: displayName(row) },
      location: { id: row.location_id, name: row.location_name, time_zone: row.time_zone },
      granted: { at: row.created_at, by: nameOf(row) },
      may_extend: may_end && row.is_active && row.closed_on === null && row.is_lasting,
    };
  });
}

function one(covers: readonly Cover[]): Cover {
  const [cover] = covers;
  if (!cover) throw new Error('A cover was changed, and none is presented');
  return cover;
}

/** 'Ann Lee at Airport', in scope or not; empty for one that does not exist. */
export async function nameOfCover({ database }: App, id: string): Promise<string> {
  const found = await repository.findNames(database.read, id);
  return found ? `${displayName(found)} at ${found.location_name}` : '';
}
