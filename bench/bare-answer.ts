import type { Request, Scenario } from './scenarios.ts';

type Row = Record<string, unknown>;

/** Puts the rows together as Canopy's answer has them, finding them by their columns. */
export function answerOf(kind: Scenario['answer'], results: readonly Row[][], request: Request): unknown {
  if (kind === 'roles') return roles(results, request);
  const rows = last(results, ['email', 'created_at']).map((row) => ({
    ...row,
    is_active: Boolean(row.is_active),
  }));
  const roleLinks = byUser(last(results, ['user_id', 'description']));
  const locationLinks = byUser(last(results, ['user_id', 'city']));
  if (kind === 'user') {
    const [user] = rows as Row[];
    return { ...user, roles: roleLinks(user?.id), locations: locationLinks(user?.id) };
  }
  const limit = Number(/limit=(\d+)/.exec(request.path)?.[1]);
  const users = rows.slice(0, limit).map(
    (user: Row): Row => ({
      ...user,
      role_ids: roleLinks(user.id).map(({ id }) => id),
      location_ids: locationLinks(user.id).map(({ id }) => id),
    }),
  );
  const [count] = last(results, ['total']);
  const page = { users, total: count?.total, next: users.at(-1)?.created_at };
  if (!request.path.includes('include=refs')) return page;
  return { ...page, included: { roles: roleLinks.distinct(), locations: locationLinks.distinct() } };
}

function roles(results: readonly Row[][], { body }: Request): unknown {
  const chosen = (body as { role_ids: string[] }).role_ids;
  const all = last(results, ['is_builtin', 'description']);
  return { roles: all.filter(({ id }) => chosen.includes(String(id))), updated_at: new Date().toISOString() };
}

/** The newest result whose rows have these columns. */
function last(results: readonly Row[][], columns: string[]): Row[] {
  return results.findLast(([row]) => row && columns.every((column) => column in row)) ?? [];
}

function byUser(links: Row[]) {
  const users = new Map<unknown, Row[]>();
  const distinct = new Map<unknown, Row>();
  for (const { user_id, ...ref } of links) {
    const own = users.get(user_id);
    if (own) own.push(ref);
    else users.set(user_id, [ref]);
    distinct.set(ref.id, ref);
  }
  return Object.assign((id: unknown) => users.get(id) ?? [], { distinct: () => [...distinct.values()] });
}
