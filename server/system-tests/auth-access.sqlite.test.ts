import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseAuth, type Sides } from '../testing/requests/auth-choice.ts';
import { type AuthRow, authEndpointTable } from '../testing/requests/auth-endpoint-table.ts';
import { type Parts, type RawAnswer, send } from '../testing/requests/send.ts';
import { type AuthActor, type AuthCast, authActors, startAuthCast } from '../testing/worlds/auth-cast.ts';

let cast: AuthCast;
beforeAll(async () => {
  cast = await startAuthCast();
});
afterAll(() => cast.close());

async function ask(row: AuthRow, name: AuthActor, sides: Sides = {}) {
  const user = cast.users[name];
  const { choice, kinds } = chooseAuth(cast, name, sides);
  const parts = await row.request(choice);
  const [method = '', path = ''] = row.route.split(' ');
  const answer = await send(user, { method, path: `/auth/v1${path}` }, parts);
  const newer = path.startsWith('/factors/') && /"access_token":"([^"]+)"/.exec(answer.text)?.[1];
  if (newer) user.goOnWith(newer);
  // While the second factor is missing, every scope ends the own session only.
  if (name === 'halfway' && path === '/logout') user.goOnWith(await cast.signInHalfway());
  return { kinds, parts, answer };
}

/** The answer without the parts that differ between any two requests or repeat the request. */
function comparable({ status, text }: RawAnswer, { body }: Parts): string {
  const typed = Object.values(body ?? {}).filter((value) => typeof value === 'string');
  const untyped = typed.reduce((rest, value) => rest.replaceAll(value, '(typed)'), text);
  return `${status} ${untyped
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '(id)')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
    .replace(/"expires_at":\d+/g, '(time)')}`;
}

function showsNothing({ text }: RawAnswer, { body }: Parts, name: string) {
  const typed = JSON.stringify(body ?? {});
  const shown = cast.secrets.filter(
    (secret) => text.toLowerCase().includes(secret.toLowerCase()) && !typed.includes(secret),
  );
  expect(shown, `shown to ${name}`).toEqual([]);
}

describe.each(
  authEndpointTable.map((row, index) => ({ name: `${index + 1}. ${row.route}`, row })),
)('$name', ({ row }) => {
  test("answers each user as the table says, and shows nobody another user's data", async () => {
    const statuses: Record<string, number> = {};
    for (const name of authActors) {
      const { answer, parts } = await ask(row, name);
      statuses[name] = answer.status;
      if (name !== 'admin' && name !== 'other manager') showsNothing(answer, parts, name);
    }
    expect(statuses).toEqual(row.expected);
  });

  test("answers alike for another user's rows and rows that do not exist", async () => {
    for (const name of authActors) {
      const { kinds } = await ask(row, name);
      for (const kind of kinds) {
        const foreign = await ask(row, name, { [kind]: 'foreign' });
        const unknown = await ask(row, name, { [kind]: 'unknown' });
        expect(comparable(foreign.answer, foreign.parts), `${name}, ${kind}`).toBe(
          comparable(unknown.answer, unknown.parts),
        );
      }
    }
  });
});
