import { randomUUID } from 'node:crypto';
import { benchName, type Facts } from './fixture.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
}

/** Parts of a request that differ from one to the next, as the statements see them. */
export type Params = Record<string, string>;

export interface Scenario {
  label: string;
  /** Two requests, once each, whose statements are recorded. */
  samples(facts: Facts): [Request, Request];
  /** Endless requests for one of the connections; no two connections touch the same row. */
  requests(facts: Facts, connection: number, connections: number): () => Request;
  params(request: Request, facts: Facts): Params;
  /** What the answer is made of. */
  answer: 'page' | 'user' | 'roles';
}

export type ScenarioName = 'page' | 'read' | 'create' | 'replace' | 'search' | 'bulk';

export const scenarios: Record<ScenarioName, Scenario> = {
  page: reading('the 50-row Users page', '/api/users?limit=50&include=refs'),
  read: {
    label: 'a single read',
    samples: (facts) => [get(userOf(facts, 0)), get(userOf(facts, 1))],
    requests: (facts) => () => get(userOf(facts, Math.floor(Math.random() * facts.usersIds.length))),
    params: ({ path }) => ({ id: lastPart(path) }),
    answer: 'user',
  },
  create: {
    label: 'a create',
    samples: (facts) => [create(facts), create(facts)],
    requests: (facts) => () => create(facts),
    params: ({ body }) => {
      const { id, email } = body as { id: string; email: string };
      return { id, email };
    },
    answer: 'user',
  },
  replace: {
    label: 'a replace of roles',
    samples: (facts) => [replace(facts, 0, 1), replace(facts, 1, 1)],
    requests(facts, connection, connections) {
      // The two samples have changed already. Each user's role goes there and back again.
      const own = facts.usersIds.flatMap((_, index) =>
        index >= 2 && index % connections === connection ? [index] : [],
      );
      let round = 0;
      return () => {
        const index = own[round % own.length] ?? 0;
        const isThere = Math.floor(round++ / own.length) % 2 === 1;
        return replace(facts, index, isThere ? 0 : 1);
      };
    },
    params: ({ path, body }, { roleIds }) => {
      const chosen = (body as { role_ids: string[] }).role_ids[0] ?? '';
      const former = chosen === roleIds[0] ? roleIds[1] : roleIds[0];
      return { id: path.split('/').at(-2) ?? '', chosen, former };
    },
    answer: 'roles',
  },
  search: reading('a search over 10,000', '/api/users?q=garcia&limit=100&include=refs'),
  bulk: reading('a page of 1,000', '/api/users?limit=1000'),
};

function reading(label: string, path: string): Scenario {
  const request: Request = { method: 'GET', path };
  return {
    label,
    samples: () => [request, request],
    requests: () => () => request,
    params: () => ({}),
    answer: 'page',
  };
}

function get(id: string): Request {
  return { method: 'GET', path: `/api/users/${id}` };
}

let made = 0;

function create({ locationId }: Facts): Request {
  const id = randomUUID();
  const email = `bench.${process.pid}.${++made}.${id.slice(0, 8)}@northline.example`;
  const body = { id, email, full_name: benchName, phone: '(518) 555-0100', location_ids: [locationId] };
  return { method: 'POST', path: '/api/users', body };
}

function replace(facts: Facts, user: number, role: 0 | 1): Request {
  const path = `/api/users/${userOf(facts, user)}/roles`;
  return { method: 'PUT', path, body: { role_ids: [facts.roleIds[role]] } };
}

function userOf({ usersIds }: Facts, index: number): string {
  return usersIds[index] ?? '';
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
