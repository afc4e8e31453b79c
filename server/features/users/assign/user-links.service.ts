import type { Scope } from '../../../kernel/access.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import * as repository from '../users.repository.ts';

export async function linksOf(db: Queryable, scope: Scope, users: readonly { id: string }[]) {
  const ids = users.map((user) => user.id);
  if (ids.length === 0) return { roles: group<never>([]), locations: group<never>([]) };
  const links = [repository.listRoleLinks(db, ids), repository.listLocationLinks(db, scope, ids)] as const;
  const [roles, locations] = await Promise.all(links);
  return { roles: group(roles), locations: group(locations) };
}

function group<T extends { user_id: string; id: string }>(links: readonly T[]) {
  const byUser = new Map<string, Omit<T, 'user_id'>[]>();
  const byId = new Map<string, Omit<T, 'user_id'>>();
  for (const link of links) {
    // Few roles and locations have many users, so each is copied once.
    let ref = byId.get(link.id);
    if (!ref) {
      const { user_id: _, ...copy } = link;
      ref = copy;
      byId.set(link.id, ref);
    }
    const list = byUser.get(link.user_id);
    if (list) list.push(ref);
    else byUser.set(link.user_id, [ref]);
  }
  return { of: (id: string) => byUser.get(id) ?? [], distinct: () => [...byId.values()] };
}
