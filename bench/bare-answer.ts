import type { Request, Scenario } from './scenarios.ts';

type Row = Record<string, unknown>;

/** Puts the rows together as Canopy's answer has them, finding them by their columns. */
export function answerOf(kind: Scenario['answer'], results: readonly Row[][], request: Request): unknown {
  if (kind === 'roles') return roles(results, request);
  const people = last(results, ['email', 'created_at']).map((row) => ({
    ...row,
    is_active: Boolean(row.is_active),
  }));
  const roleLinks = byPerson(last(results, ['user_id', 'description']));
  const locationLinks = byPerson(last(results, ['user_id', 'city']));
  if (kind === 'person') {
    const [person] = people as Row[];
    return { ...person, roles: roleLinks(person?.id), locations: locationLinks(person?.id) };
  }
  const limit = Number(/limit=(\d+)/.exec(request.path)?.[1]);
  const users = people.slice(0, limit).map(
    (person: Row): Row => ({
      ...person,
      role_ids: roleLinks(person.id).map(({ id }) => id),
      location_ids: locationLinks(person.id).map(({ id }) => id),
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

function byPerson(links: Row[]) {
  const people = new Map<unknown, Row[]>();
  const distinct = new Map<unknown, Row>();
  for (const { user_id, ...ref } of links) {
    const own = people.get(user_id);
    if (own) own.push(ref);
    else people.set(user_id, [ref]);
    distinct.set(ref.id, ref);
  }
  return Object.assign((id: unknown) => people.get(id) ?? [], { distinct: () => [...distinct.values()] });
}
