import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendInvitation } from '../../../../contract/invitations.ts';
import { createUser } from '../../../../contract/users.ts';
import { systemContext } from '../../../kernel/access.ts';
import type { Client } from '../../../testing/requests/client.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../../testing/worlds/auth-world.ts';
import { createSetPasswordLink } from './user-accounts.service.ts';

let world: AuthWorld;
let owner: Client;
let users = 0;
beforeAll(async () => {
  world = await startAuthWorld();
  owner = world.api((await world.signIn(ada)).session);
});
afterAll(() => world.close());

const newEmail = () => `racer${users++}@northline.example`;
const tokenOf = (link: string) => present(new URL(link).searchParams.get('token_hash'));

async function newProfile() {
  const body = { email: newEmail(), full_name: 'Racer' };
  return (await owner.call(createUser, { body })).ok();
}

async function invitation(by: 'mail' | 'link') {
  const { id, email } = await newProfile();
  const { link } = (await owner.call(sendInvitation, { params: { id }, body: { by } })).ok();
  return link ? tokenOf(link) : (await world.emailTo(email)).secret;
}

/** A user who changes their email, with the links from both mailboxes. */
async function addressChange() {
  const [from, to] = [newEmail(), newEmail()];
  const { browser } = await world.join(from);
  const asked = await browser.updateUser({ email: to, current_password: goodPassword });
  expect(asked.error).toBeNull();
  return { current: (await world.emailTo(from, 2)).secret, next: (await world.emailTo(to)).secret };
}

const half = (secret: string) => world.raw('POST', '/verify', { type: 'email_change', token_hash: secret });

/** Unused links of every kind. */
const kinds: [kind: string, type: string, make: () => Promise<string>][] = [
  [
    'a sign-up',
    'signup',
    async () => {
      const email = newEmail();
      await world.browser().signUp({ email, password: goodPassword });
      return (await world.emailTo(email)).secret;
    },
  ],
  [
    'a sign-up for a profile of the Users screen',
    'signup',
    async () => {
      const { email } = await newProfile();
      await world.browser().signUp({ email, password: goodPassword });
      return (await world.emailTo(email)).secret;
    },
  ],
  [
    'a forgotten password',
    'recovery',
    async () => {
      const email = newEmail();
      await world.join(email);
      await world.browser().resetPasswordForEmail(email);
      return (await world.emailTo(email, 2)).secret;
    },
  ],
  [
    'the operator’s command',
    'recovery',
    async () => {
      const user = await newProfile();
      const ctx = systemContext(world.app);
      return tokenOf(await world.app.database.write((tx) => createSetPasswordLink({ ...ctx, tx }, user)));
    },
  ],
  ['an invitation by email', 'invite', () => invitation('mail')],
  ['an invite link that is copied', 'invite', () => invitation('link')],
  ['a new address, to the old mailbox first', 'email_change', async () => (await addressChange()).current],
  ['a new address, to the new mailbox first', 'email_change', async () => (await addressChange()).next],
  [
    'a new address, to the old mailbox last',
    'email_change',
    async () => {
      const { current, next } = await addressChange();
      expect((await half(next)).status).toBe(200);
      return current;
    },
  ],
  [
    'a new address, to the new mailbox last',
    'email_change',
    async () => {
      const { current, next } = await addressChange();
      expect((await half(current)).status).toBe(200);
      return next;
    },
  ],
];

/** Uses a link by POST or GET. Returns 'a session', 'one of two', or the error code. */
async function use(type: string, secret: string, way: 'button' | 'link') {
  if (way === 'button') {
    const answer = await world.raw('POST', '/verify', { type, token_hash: secret });
    const body = (await answer.json()) as { error_code?: string; access_token?: string };
    return body.error_code ?? (body.access_token ? 'a session' : 'one of two');
  }
  const answer = await world.raw('GET', `/verify?type=${type}&token=${secret}`);
  const { hash } = new URL(present(answer.headers.get('location')));
  const outcome = new URLSearchParams(hash.slice(1));
  return outcome.get('error_code') ?? (outcome.has('access_token') ? 'a session' : 'one of two');
}

/** Uses a link eight times at once, four times each way. */
function race(type: string, secrets: string[]) {
  const uses = Array.from({ length: 8 }, (_, n) => ({ n, secret: secrets[n % secrets.length] ?? '' }));
  return Promise.all(uses.map(({ n, secret }) => use(type, secret, n % 4 < 2 ? 'button' : 'link')));
}

describe('exactly one of eight concurrent uses succeeds for the link of', () => {
  test.each(kinds)('%s', async (kind, type, make) => {
    const outcomes = await race(type, [await make()]);
    const success = kind.endsWith('first') ? 'one of two' : 'a session';
    expect(outcomes.toSorted()).toEqual([success, ...Array(7).fill('otp_expired')].toSorted());
  });
});

test('verifyLink accepts both links of an email change once each when both are used four times at once', async () => {
  const { current, next } = await addressChange();
  const outcomes = await race('email_change', [current, next]);
  expect(outcomes.toSorted()).toEqual(
    ['a session', 'one of two', ...Array(6).fill('otp_expired')].toSorted(),
  );
});
