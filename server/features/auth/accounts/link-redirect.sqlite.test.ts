import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuickResponse } from '../../../testing/requests/quick-fetch.ts';
import { type AuthWorld, goodPassword, present, startAuthWorld } from '../../../testing/worlds/auth-world.ts';

const site = 'http://localhost:3000';
let world: AuthWorld;
beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world.close());

/** Values of `redirect_to` as they are in a URL. */
const spellings: [trick: string, encoded: string][] = [
  ['another site', encodeURIComponent('https://evil.example/')],
  ['the scheme left out', '//evil.example'],
  ['the scheme left out, with backslashes', encodeURIComponent('\\\\evil.example')],
  ['a slash and a backslash', encodeURIComponent('/\\evil.example')],
  ['more slashes than there should be', encodeURIComponent('https:////evil.example')],
  ['no slashes at all', 'https:evil.example'],
  ['backslashes for slashes', encodeURIComponent('http:\\\\localhost:3000/x')],
  ['a backslash before the @', encodeURIComponent('http://localhost:3000\\@evil.example/')],
  ['our host as somebody’s name', encodeURIComponent('http://localhost:3000@evil.example/')],
  ['our host as a name and password', encodeURIComponent('http://localhost:3000:x@evil.example/')],
  ['a name before our host', encodeURIComponent('http://evil.example@localhost:3000/')],
  ['an empty name before our host', encodeURIComponent('http://@localhost:3000/')],
  ['our host as the start of another', encodeURIComponent('http://localhost:3000.evil.example/')],
  ['our host with something before it', encodeURIComponent('http://evillocalhost:3000/')],
  ['our host below another', encodeURIComponent('http://localhost.evil.example:3000/')],
  ['our host with a dot at its end', encodeURIComponent('http://localhost.:3000/')],
  ['another port', encodeURIComponent('http://localhost:3001/')],
  ['no port', encodeURIComponent('http://localhost/')],
  ['another scheme at our host', encodeURIComponent('https://localhost:3000/')],
  ['a script', encodeURIComponent('javascript:alert(1)')],
  ['a script that looks like us', encodeURIComponent('javascript://localhost:3000/%0aalert(1)')],
  ['a page in the address itself', encodeURIComponent('data:text/html,<script>alert(1)</script>')],
  ['a blob of ours', encodeURIComponent(`blob:${site}/b7f1`)],
  ['a file', 'file:///etc/passwd'],
  ['a space before it', encodeURIComponent(' http://localhost:3000/x')],
  ['a tab inside the scheme', encodeURIComponent('java\tscript:alert(1)')],
  ['a tab inside our host', encodeURIComponent('http://local\thost:3000/x')],
  ['a line break for a header', encodeURIComponent(`${site}/x\r\nLocation: https://evil.example`)],
  ['U+0000', encodeURIComponent('http://evil.example\0.localhost:3000/')],
  ['half a character', 'http%3A%2F%2Flocalhost%3A3000%2F%ED%A0%80'],
  ['letters that look like dots and slashes', encodeURIComponent('https://evil。example／x')],
  ['a letter that looks like ours', encodeURIComponent('http://lосalhost:3000/')],
  ['this machine in numbers', encodeURIComponent('http://127.0.0.1:3000/')],
  ['this machine as one number', encodeURIComponent('http://2130706433:3000/')],
  ['this machine in IPv6', encodeURIComponent('http://[::1]:3000/')],
  ['a # before the @', encodeURIComponent('https://evil.example#@localhost:3000/')],
  ['a ? before our host', encodeURIComponent('https://evil.example?http://localhost:3000/')],
  ['another site as our path', encodeURIComponent(`${site}//evil.example`)],
  ['another site as our path, over a dot', encodeURIComponent(`${site}/.//evil.example`)],
  ['another site as our path, over two dots', encodeURIComponent(`${site}/x/..//evil.example`)],
  ['another site as our path, encoded', encodeURIComponent(`${site}/%2f/evil.example`)],
  ['another site as our path, with a backslash', encodeURIComponent(`${site}/%5cevil.example`)],
  ['a path alone', encodeURIComponent('/users')],
  ['nothing', ''],
  ['no address', 'x'],
  ['more than anybody can read', encodeURIComponent(`${site}/${'x'.repeat(3000)}`)],
  [
    'two of them',
    `${encodeURIComponent(`${site}/users`)}&redirect_to=${encodeURIComponent('https://evil.example')}`,
  ],
  ['a list', `&redirect_to[]=${encodeURIComponent('https://evil.example')}`],
];

const pageOf = (answer: QuickResponse) => present(answer.headers.get('location')).split('#')[0];

describe('an opened link with a redirect to', () => {
  test.each(spellings)('%s, leads to our own page', async (_, encoded) => {
    const answer = await world.raw('GET', `/verify?token=unknown&type=recovery&redirect_to=${encoded}`);
    expect(answer.status).toBe(303);
    expect(pageOf(answer)).toBe(`${site}/reset-password`);
  });

  test.each([
    ['http://localhost:3000/users?q=1', '/users?q=1'],
    ['HTTP://LOCALHOST:3000/Users', '/Users'],
    ['http://%6cocalhost:3000/', '/'],
    ['http://localhost:3000/?next=https://evil.example', '/?next=https://evil.example'],
    ['http://localhost:3000/#@evil.example', '/'],
  ])('%s, our own in another spelling, leads to %s', async (redirect, path) => {
    const query = `token=unknown&type=recovery&redirect_to=${encodeURIComponent(redirect)}`;
    expect(pageOf(await world.raw('GET', `/verify?${query}`))).toBe(`${site}${path}`);
  });
});

test('emails lead to our own pages whatever a request asks for, and a working link to an allowed one', async () => {
  for (const [n, [trick, encoded]] of spellings.entries()) {
    const [email, next] = [`user${n}@northline.example`, `next${n}@northline.example`];
    const post = (path: string, body: object, headers = {}) =>
      world.raw('POST', `${path}?redirect_to=${encoded}`, body, headers);
    expect((await post('/signup', { email, password: goodPassword })).status, trick).toBe(200);
    await post('/resend', { type: 'signup', email });
    const { secret } = await world.emailTo(email, 2);
    const opened = await world.raw('GET', `/verify?token=${secret}&type=signup&redirect_to=${encoded}`);
    const page = new URL(present(opened.headers.get('location')));
    expect(page.origin + page.pathname, trick).toBe(`${site}/auth/confirm`);
    const token = present(new URLSearchParams(page.hash.slice(1)).get('access_token'));

    await post('/recover', { email });
    await world.emailTo(email, 3);
    const change = { email: next, current_password: goodPassword };
    const headers = { authorization: `Bearer ${token}` };
    expect((await world.raw('PUT', `/user?redirect_to=${encoded}`, change, headers)).status).toBe(200);
    await post('/resend', { type: 'email_change', email });
    await world.emailTo(next, 2);
    await world.emailTo(email, 5);
    const texts = [...(await world.emailsTo(email)), ...(await world.emailsTo(next))]
      // A random token may hold any short word.
      .map(({ text }) => text.replace(/(?<=\?token_hash=)[\w-]{43}\b/g, 'token'))
      .join('\n');
    expect(
      texts.match(/\S+:\/\/\S+/g)?.map((link) => link.replace('?token_hash=token', '')),
      trick,
    ).toEqual(
      expect.arrayContaining([
        `${site}/auth/confirm&type=signup`,
        `${site}/reset-password`,
        `${site}/auth/confirm&type=email_change`,
      ]),
    );
    expect(
      texts.match(/\S+:\/\/\S+/g)?.filter((link) => new URL(link).origin !== site),
      trick,
    ).toEqual([]);
    expect(texts, trick).not.toMatch(/evil|redirect_to/);
  }
});

test('a path that names another site is answered here without a redirect', async () => {
  for (const path of [
    '//evil.example',
    '//evil.example/..',
    '/%2f/evil.example',
    '/\\evil.example',
    '//evil/%2e%2e',
  ]) {
    const answer = await fetch(`${world.url}${path}`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect(answer.headers.get('location'), path).toBeNull();
    expect(answer.status, path).toBeLessThan(500);
  }
});
