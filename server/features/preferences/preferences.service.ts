import type { RecentPick } from '../../../contract/search.ts';
import type { Authorized } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { type Context, type InTransaction, reader } from '../../kernel/context.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import type { RecentPick as StoredPick } from '../../kernel/database/schema.ts';
import { ApiError } from '../../platform/http/errors.ts';
import * as repository from './preferences.repository.ts';

/** The last opened first. */
export async function listRecent(ctx: Authorized<'signed_in'>): Promise<RecentPick[]> {
  return presentRecent(await repository.findRecent(reader(ctx), own(ctx)), ctx.app.now());
}

/** Whatever the id is, it is told to nobody but this user. */
export function addRecent(
  ctx: Authorized<'signed_in'>,
  pick: Pick<RecentPick, 'kind' | 'id'>,
): Promise<void> {
  const userId = own(ctx);
  // It locks the actor, so that no row is left of a user who is deleted meanwhile.
  return change(ctx, {}, async (ctx) => {
    const recent = withPick(await repository.lockRecent(ctx.tx, userId), pick, ctx.app.now());
    await repository.updateRecent(ctx.tx, userId, recent);
  });
}

/** Without recent picks. */
export const findPreferences = repository.findPreferences;

/** Notifications until then leave the badge. False for a time before the stored one, which changes nothing. */
export function moveSeen({ tx }: InTransaction, userId: string, seen_at: string): Promise<boolean> {
  return repository.moveSeen(tx, userId, seen_at);
}

type Times = 'time_zone' | 'email_hour' | 'quiet_from' | 'quiet_to' | 'paused_until';

/** When emails come. What was planned by other times is planned again. */
export function saveEmailTimes(
  tx: Transaction,
  userId: string,
  { sections_off, ...times }: { [Name in Times | 'sections_off']?: repository.Preferences[Name] | undefined },
): Promise<void> {
  const given = Object.entries(times).filter(([, value]) => value !== undefined);
  const isTime = given.length > 0;
  const changes = {
    ...Object.fromEntries(given),
    ...(isTime && { digest_due_at: null, emails_held_until: null }),
    ...(sections_off && { sections_off: JSON.stringify(sections_off) }),
  };
  return isTime || sections_off ? repository.updatePreferences(tx, userId, changes) : Promise.resolve();
}

/** What a daily email or the end of quiet hours leaves. */
export const updatePreferences = repository.updatePreferences;
export type Preferences = repository.Preferences;

/** True for exactly one of several processes that read the same time. */
export const moveDigest = repository.moveDigest;

/** With the user, because the table has no foreign key. */
export function deletePreferences(ctx: InTransaction, userId: string): Promise<void> {
  return repository.deletePreferences(ctx.tx, userId);
}

function own({ actor }: Context): string {
  if (actor.user_id === null) throw new ApiError('unauthenticated', 'No user logged in');
  return actor.user_id;
}

const recentMaxCount = 20;
const dayMs = 86_400_000;
const halfLifeMs = 7 * dayMs;
const rememberedMs = 30 * dayMs;

/** The last opened first. Those not opened for 30 days are forgotten. */
export function presentRecent(stored: readonly StoredPick[], now: Date): RecentPick[] {
  const last = ranked(stored, now).sort((a, b) => Date.parse(b.pick.at) - Date.parse(a.pick.at));
  return last.map(({ pick: { kind, id }, weight }) => ({ kind, id, weight }));
}

/** The new pick stays, whatever the others weigh. */
export function withPick(
  stored: readonly StoredPick[],
  { kind, id }: Pick<RecentPick, 'kind' | 'id'>,
  now: Date,
): StoredPick[] {
  const isSame = ({ pick }: Ranked) => pick.kind === kind && pick.id === id;
  const all = ranked(stored, now);
  const weight = (all.find(isSame)?.weight ?? 0) + 1;
  const others = all.filter((one) => !isSame(one)).slice(0, recentMaxCount - 1);
  return [{ kind, id, weight, at: now.toISOString() }, ...others.map(({ pick }) => pick)];
}

interface Ranked {
  pick: StoredPick;
  /** Now. */
  weight: number;
}

function ranked(stored: readonly StoredPick[], now: Date): Ranked[] {
  return stored
    .map((pick) => ({ pick, age: Math.max(0, now.getTime() - Date.parse(pick.at)) }))
    .filter(({ age }) => age < rememberedMs)
    .map(({ pick, age }) => ({ pick, weight: pick.weight * 0.5 ** (age / halfLifeMs) }))
    .sort((a, b) => b.weight - a.weight);
}
