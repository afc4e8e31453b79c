import { type Executed, record } from '../server/testing/databases/recorded-statements.ts';
import { openInside } from './inside.ts';
import type { BenchRequest, Kinds } from './requests.ts';

/** `{{name}}` is a value of the next request, or a new id for each request. */
export interface Recording {
  path: string;
  statements: Executed[];
  answer: unknown;
}

/** Sends two requests of each kind. */
export async function recordKinds(settings: Record<string, string>, token: string, kinds: Kinds) {
  const inside = await openInside(settings);
  const headers = { authorization: `Bearer ${token}` };
  const send = async ({ method, path, body }: BenchRequest): Promise<Recording> => {
    let answer: unknown;
    const payload = body !== undefined && { payload: body as object };
    const all = await record(async () => {
      const response = await inside.server.inject({ method, url: path, headers, ...payload });
      if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.body}`);
      answer = response.json();
    });
    // Asked once a second, however many requests there are, so that only one of two recordings may have it.
    const statements = all.filter(({ sql }) => !sql.includes('from change_clock'));
    return { path, statements, answer };
  };
  const sqlOf = ({ statements }: Recording) => statements.map(({ sql }) => sql).join('\n');
  // The first request of a process also looks up keys.
  await send({ method: 'GET', path: '/api/profile' });
  const recordings: Record<string, Recording> = {};
  for (const [name, next] of Object.entries(kinds)) {
    const request = next(0);
    // The first one also counts the list; the total is remembered for some seconds.
    if (request.method === 'GET') await send(request);
    const [first, second] = [await send(request), await send(next(0))];
    if (sqlOf(first) !== sqlOf(second))
      throw new Error(`'${name}' ran different statements:\n${sqlOf(first)}\n\n${sqlOf(second)}`);
    recordings[name] = withPlaceholders(first, second, request.values ?? {});
  }
  await inside.close();
  return recordings;
}

/** An id that is not in the other recording was made for this request. */
function withPlaceholders(recording: Recording, other: Recording, values: Record<string, string>): Recording {
  const newIds: string[] = [];
  const otherText = JSON.stringify(other);
  let text = JSON.stringify(recording);
  for (const [name, value] of Object.entries(values)) text = text.replaceAll(value, `{{${name}}}`);
  text = text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (otherText.includes(id)) return id;
    if (!newIds.includes(id)) newIds.push(id);
    return `{{new${newIds.indexOf(id)}}}`;
  });
  return JSON.parse(text);
}
