import { type SearchQuery, searchQueryOf } from '../../../contract/lists/search-tiers.ts';
import {
  fewResults,
  typoCounter,
  typoFields,
  typosMaxCount,
  wordsForTypos,
} from '../../../contract/lists/search-typos.ts';
import type { FoundLocation, FoundUser, RecentPick, RecentRow } from '../../../contract/search.ts';
import { type Authorized, holds, requirePermission } from '../../kernel/access.ts';
import { type Context, reader } from '../../kernel/context.ts';
import {
  type FoundRow,
  type InTiers,
  readForTypos,
  readInTiers,
  readNamed,
} from '../../kernel/database/search-tiers.ts';
import { type FoundLocationRow, locationsToSearch } from '../locations/locations-list.service.ts';
import * as preferences from '../preferences/preferences.service.ts';
import { type FoundUserRow, presentFoundUsers, usersToSearch } from '../users/list/users-list.service.ts';

type Kind = RecentPick['kind'];
type Weighed<Row> = Row & FoundRow & { weight: number };

interface SearchRequest {
  query: SearchQuery;
  recent: ReadonlyMap<string, number>;
  limit: number;
}

/** Kinds that the actor may not read are empty, like those not asked for. */
export async function search(
  ctx: Authorized<'signed_in'>,
  { q, kind, limit }: { q: string; kind?: Kind | undefined; limit: number },
): Promise<{ users: FoundUser[]; locations: FoundLocation[] }> {
  const recent = new Map((await preferences.listRecent(ctx)).map(({ id, weight }) => [id, weight]));
  const request = { query: searchQueryOf(q), recent, limit };
  const ofKind = (one: Kind) => (kind === undefined || kind === one) && holds(ctx.actor, `${one}s.read`);
  const kinds = {
    users: ofKind('user') ? usersToSearch(requirePermission(ctx, 'users.read')) : null,
    locations: ofKind('location') ? locationsToSearch(requirePermission(ctx, 'locations.read')) : null,
  };
  const [users, locations] = await Promise.all([
    find<FoundUserRow>(ctx, kinds.users, request),
    find<FoundLocationRow>(ctx, kinds.locations, request),
  ]);
  const isFew = users.length + locations.length < fewResults;
  const [otherUsers, otherLocations] = isFew
    ? await Promise.all([
        findTypos<FoundUserRow>(ctx, kinds.users, request, typoFields.user, users),
        findTypos<FoundLocationRow>(ctx, kinds.locations, request, typoFields.location, locations),
      ])
    : [[], []];
  return {
    users: (await presentFoundUsers(ctx, [...users, ...otherUsers])).map(
      ({ search: _, full_name: _name, ...user }) => user,
    ),
    locations: [...locations, ...otherLocations].map(({ search: _, ...location }) => ({
      ...location,
      kind: 'location' as const,
    })),
  };
}

/** Without a text, what was opened lately. */
async function find<Row>(
  ctx: Context,
  kind: InTiers | null,
  { query, recent, limit }: SearchRequest,
): Promise<Weighed<Row>[]> {
  if (!kind) return [];
  const ids = [...recent.keys()];
  const rows =
    query.search.words.length === 0
      ? await readNamed<Row>(reader(ctx), kind, ids)
      : await readInTiers<Row>(reader(ctx), kind, { query, recent: ids, limit });
  return weighed(rows, recent);
}

async function findTypos<Row>(
  ctx: Context,
  kind: InTiers | null,
  { query, recent }: SearchRequest,
  fields: number,
  found: readonly FoundRow[],
): Promise<Weighed<Row>[]> {
  const typed = wordsForTypos(query);
  if (!kind || !typed || query.isShort) return [];
  const known = new Set(found.map(({ id }) => id));
  const count = typoCounter(typed);
  const rows = (await readForTypos<Row>(reader(ctx), kind, typed)).flatMap((row) => {
    const errors = known.has(row.id) ? null : count(row.search, fields);
    return errors === null ? [] : [{ row, errors }];
  });
  rows.sort((a, b) => a.errors - b.errors);
  return rows.slice(0, typosMaxCount).map(({ row }) => ({ ...row, weight: recent.get(row.id) ?? 0 }));
}

/** Rows of a tier stay in the order in which they were read. */
function weighed<Row>(
  rows: readonly (Row & FoundRow)[],
  recent: ReadonlyMap<string, number>,
): Weighed<Row>[] {
  return rows
    .map((row) => ({ ...row, weight: recent.get(row.id) ?? 0 }))
    .sort((a, b) => a.tier - b.tier || b.weight - a.weight);
}

/** Those that the reader may still see, the last opened first. */
export async function listRecent(ctx: Authorized<'signed_in'>): Promise<{ recent: RecentRow[] }> {
  const [picks, { users, locations }] = await Promise.all([
    preferences.listRecent(ctx),
    search(ctx, { q: '', limit: 0 }),
  ]);
  const place = new Map(picks.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: { id: string }) => place.get(id) ?? 0;
  return { recent: [...users, ...locations].sort((a, b) => placeOf(a) - placeOf(b)) };
}

export async function addRecent(ctx: Authorized<'signed_in'>, pick: Pick<RecentPick, 'kind' | 'id'>) {
  await preferences.addRecent(ctx, pick);
  return listRecent(ctx);
}
