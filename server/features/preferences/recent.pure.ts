import type { RecentPick } from '../../../contract/search.ts';
import type { RecentPick as StoredPick } from '../../kernel/database/schema.ts';

const recentMaxCount = 20;
const dayMs = 86_400_000;
const halfLifeMs = 7 * dayMs;
const rememberedMs = 30 * dayMs;

/** The most opened first. Those not opened for 30 days are forgotten. */
export function presentRecent(stored: readonly StoredPick[], now: Date): RecentPick[] {
  return ranked(stored, now).map(({ pick: { kind, id }, weight }) => ({ kind, id, weight }));
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
