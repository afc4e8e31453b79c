import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { createUser, listUsers } from '../../../../contract/users.ts';
import type { Client } from '../../../testing/requests/client.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../../testing/worlds/auth-world.ts';

let world: AuthWorld;
let owner: Client;
let shiftMs = 0;
beforeAll(async () => {
  world = await startAuthWorld({ now: () => new Date(Date.now() + shiftMs) });
  owner = world.api((await world.signIn(ada)).session);
});
afterAll(() => world.close());

let made = 0;
async function joined() {
  made += 1;
  const [from, to] = [`old${made}@northline.example`, `new${made}@northline.example`];
  const { browser, session } = await world.join(from, goodPassword, `Mover ${made}`);
  const change = (email = to, current_password: string | undefined = goodPassword) =>
    browser.updateUser({ email, ...(current_password && { current_password }) });
  return { from, to, browser, id: session.user.id, change };
}

/** The newest email about a change to this mailbox. The sign-up sent one to the old mailbox before. */
async function secretTo(email: string, count = 1) {
  return (await world.emailTo(email, email.startsWith('old') ? count + 1 : count)).secret;
}

const verify = (token_hash: string) => world.browser().verifyOtp({ token_hash, type: 'email_change' });

async function findUserByQuery(q: string) {
  return (await owner.call(listUsers, { query: { q } })).ok().users;
}

describe('a new email', () => {
  test.each([
    ['the old mailbox first', false],
    ['the new mailbox first', true],
  ])('replaces the old one when both mailboxes have confirmed it: %s', async (_order, newFirst) => {
    const { from, to, browser, id, change } = await joined();
    const asked = await change();
    expect(asked.data.user).toMatchObject({ email: from, new_email: to });
    const links = [await secretTo(from), await secretTo(to)];
    const [first = '', second = ''] = newFirst ? links.reverse() : links;

    const half = await world.raw('POST', '/verify', { type: 'email_change', token_hash: first });
    expect(half.status).toBe(200);
    expect(await half.json()).toEqual({ msg: expect.stringContaining('other mailbox'), code: '200' });
    await world.signIn(from);
    expect(
      (await world.browser().signInWithPassword({ email: to, password: goodPassword })).error,
    ).not.toBeNull();
    expect((await verify(first)).error?.code).toBe('otp_expired');

    const { data, error } = await verify(second);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email: to });
    expect(data.user).not.toHaveProperty('new_email');
    expect((await world.signIn(to)).session.user.id).toBe(id);
    expect(
      (await world.browser().signInWithPassword({ email: from, password: goodPassword })).error?.code,
    ).toBe('invalid_credentials');
    expect(await findUserByQuery(to)).toEqual([expect.objectContaining({ id, email: to })]);
    expect(await findUserByQuery(from)).toEqual([]);
    expect((await browser.getUser()).data.user?.email).toBe(to);
    expect((await world.emailTo(from, 3)).text).toContain(`\n\n${to}\n\n`);
    const { entries } = (
      await owner.call(listAudit, { query: { user: id, action: 'user.email_changed' } })
    ).ok();
    expect(entries).toEqual([
      expect.objectContaining({ changes: [{ field: 'Email', before: from, after: to }] }),
    ]);
  });

  test('ends recovery links in the old mailbox', async () => {
    const { from, to, change } = await joined();
    await change();
    const links = [await secretTo(from), await secretTo(to)];
    await world.browser().resetPasswordForEmail(from);
    const recovery = await secretTo(from, 2);
    for (const link of links) expect((await verify(link)).error).toBeNull();
    const late = await world.browser().verifyOtp({ token_hash: recovery, type: 'recovery' });
    expect(late.error?.code).toBe('otp_expired');
  });

  test('needs the current password, and must be a valid email', async () => {
    const { change } = await joined();
    expect((await change('x@northline.example', '')).error?.code).toBe('current_password_required');
    expect((await change('x@northline.example', 'wrong one')).error?.code).toBe('current_password_invalid');
    expect((await change('not an address')).error?.code).toBe('email_address_invalid');
  });

  test('that is taken gets the same answer, notifies its owner and never replaces the old one', async () => {
    const { from, change, browser } = await joined();
    const taken = await joined();
    const profileOnly = 'profile-only@northline.example';
    await owner.call(createUser, { body: { email: profileOnly, full_name: 'Made' } });
    for (const [round, email] of [taken.from, profileOnly].entries()) {
      const asked = await change(email);
      expect(asked.data.user).toMatchObject({ email: from, new_email: email });
      const toOwner = await world.emailTo(email, email === taken.from ? 2 : 1);
      expect(toOwner.text).not.toContain('token_hash');
      expect((await verify(await secretTo(from, round + 1))).data.session).toBeNull();
      expect((await browser.getUser()).data.user).toMatchObject({ email: from, new_email: email });
    }
    await world.signIn(taken.from);
  });

  test('is refused at confirmation when another user took it meanwhile', async () => {
    const { from, to, change } = await joined();
    await change();
    const links = [await secretTo(from), await secretTo(to)];
    await owner.call(createUser, { body: { email: to, full_name: 'Quicker' } });
    expect((await verify(links[0] ?? '')).error).toBeNull();
    expect((await verify(links[1] ?? '')).error?.code).toBe('email_exists');
    await world.signIn(from);
  });

  test('replaces an earlier request, whose links stop working; the current email cancels the change', async () => {
    const { from, to, change, browser } = await joined();
    await change();
    const older = [await secretTo(from), await secretTo(to)];
    await change();
    const newer = [await secretTo(from, 2), await secretTo(to, 2)];
    for (const link of older) expect((await verify(link)).error?.code).toBe('otp_expired');
    const { data } = await browser.updateUser({ email: from });
    expect(data.user).not.toHaveProperty('new_email');
    for (const link of newer) expect((await verify(link)).error?.code).toBe('otp_expired');
  });

  test('can have its links sent again, only to mailboxes that have not confirmed', async () => {
    const { from, to, change } = await joined();
    await change();
    expect((await verify(await secretTo(from))).error).toBeNull();
    await secretTo(to);
    expect((await world.browser().resend({ type: 'email_change', email: from })).error).toBeNull();
    expect((await verify(await secretTo(to, 2))).data.session).not.toBeNull();
    expect(
      (await world.browser().resend({ type: 'email_change', email: 'nobody@x.example' })).error,
    ).toBeNull();
    // The email of the sign-up, the link and the notice: nothing was sent to the mailbox that had confirmed.
    expect(await world.emailsTo(from)).toHaveLength(3);
  });

  test('is dropped after a new password, and after a day', async () => {
    const { from, to, browser, change } = await joined();
    await change();
    const link = await secretTo(to);
    const { data } = await browser.updateUser({ password: 'another one', current_password: goodPassword });
    expect(data.user).not.toHaveProperty('new_email');
    expect((await verify(link)).error?.code).toBe('otp_expired');
    expect((await world.emailsTo(from)).at(-1)?.subject).toContain('password');

    const late = await joined();
    await late.change();
    const old = await secretTo(late.to);
    shiftMs += 24 * 3_600_000;
    expect((await verify(old)).error?.code).toBe('otp_expired');
  });

  test('gives a message after the first plain link and a session after the second', async () => {
    const { from, to, change } = await joined();
    await change();
    const open = async (token: string) => {
      const answer = await world.raw('GET', `/verify?type=email_change&token=${token}`);
      return new URL(present(answer.headers.get('location'))).hash;
    };
    expect(await open(await secretTo(from))).toMatch(/^#message=Confirmed/);
    expect(await open(await secretTo(to))).toContain('access_token=');
  });

  test('is confirmed by one of several uses of the last link', async () => {
    const { from, to, change } = await joined();
    await change();
    await verify(await secretTo(from));
    const last = await secretTo(to);
    const answers = await Promise.all([1, 2, 3].map(() => verify(last)));
    expect(answers.filter((answer) => answer.data.session)).toHaveLength(1);
  });
});

test('updateAccount refuses many email changes, and still lets the user cancel the last one', async () => {
  const limited = await startAuthWorld({ env: { RATE_LIMITS: 'on' } });
  try {
    const asking = await limited.signIn(ada);
    const ask = (n: number) =>
      asking.browser.updateUser({ email: `many${n}@x.example`, current_password: goodPassword });
    for (let n = 0; n < 5; n++) expect((await ask(n)).error).toBeNull();
    expect((await ask(5)).error?.code).toBe('over_request_rate_limit');
    // Canceling stays possible.
    expect((await asking.browser.updateUser({ email: ada })).error).toBeNull();
  } finally {
    await limited.close();
  }
});
