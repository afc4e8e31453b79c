import type { RecentPick, RecentRow } from '../../../contract/search.ts';
import type { Authorized } from '../../kernel/access.ts';
import * as preferences from '../preferences/preferences.service.ts';
import { search } from './search.service.ts';

/** Those that the reader may still see, the most opened first. */
export async function listRecent(ctx: Authorized<'signed_in'>): Promise<{ recent: RecentRow[] }> {
  const { users, locations } = await search(ctx, { q: '', limit: 0 });
  return { recent: [...users, ...locations].sort((a, b) => b.weight - a.weight) };
}

export async function addRecent(ctx: Authorized<'signed_in'>, pick: Pick<RecentPick, 'kind' | 'id'>) {
  await preferences.addRecent(ctx, pick);
  return listRecent(ctx);
}
