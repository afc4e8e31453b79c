import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { getOrganization, updateOrganization } from '../../../contract/organization.ts';
import { getAppConfig, getSettings } from '../../../contract/settings.ts';
import type { UserRow } from '../../../contract/users.ts';
import { makeUser, serveChain } from '../../testing/fake-chain.ts';
import { serveChanges, startLive } from '../../testing/fake-changes.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { authSession, authUser, profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

async function openForm() {
  startLive();
  const server = new FakeServer();
  const ada = makeUser({ full_name: 'Ada Ash', phone: '555-0100', employee_number: '7' });
  const chain = serveChain(server, { users: [ada] });
  const others = serveChanges(server, chain);
  server.answer(listAudit, { entries: [], next: null });
  const opened = await openApp('/users', { server, signedInAs: profileWith() });
  await screen.findByRole('link', { name: 'Ada Ash' });
  await waitFor(() => expect(others.stream.opened).toBe(1));
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  await opened.user.click(screen.getByRole('button', { name: 'Actions for Ada Ash' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Edit User' }));
  await screen.findByRole('dialog');
  let version = Date.parse(ada.updated_at);
  const changeAda = (changes: Partial<UserRow>) => {
    version += 60_000;
    const row = { ...(chain.users[0] as UserRow), ...changes, updated_at: new Date(version).toISOString() };
    others.putUsers(row);
    return row;
  };
  return { ...opened, server, chain, others, ada, changeAda };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('an untouched field follows, typed values stay, and the save names the newest version', async () => {
  const { user, server, ada, changeAda } = await openForm();
  await user.clear(field('Full Name *'));
  await user.type(field('Full Name *'), 'Ada Alder');
  const { updated_at } = changeAda({ phone: '555-0199' });
  await screen.findByText(/^Another user changed the phone/);
  expect(field('Phone Number').value).toBe('555-0199');
  expect(field('Full Name *').value).toBe('Ada Alder');
  await user.click(screen.getByRole('button', { name: 'See' }));
  expect(screen.getByText(/555-0100 → 555-0199/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Update User' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [sent] = server.requests('PATCH', `/api/users/${ada.id}`);
  expect(sent?.headers.get('if-match')).toBe(`"${updated_at}"`);
});

test.each([
  ['Keep mine', '555-0001'],
  ['Take theirs', '555-0199'],
])('a field that both changed offers both values: %s', async (choice, value) => {
  const { user, changeAda } = await openForm();
  await user.clear(field('Phone Number'));
  await user.type(field('Phone Number'), '555-0001');
  changeAda({ phone: '555-0199' });
  await screen.findByText('Another user changed the phone, too');
  expect(field('Phone Number').value).toBe('555-0001');
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  screen.getByText('Theirs: 555-0199');
  await user.click(screen.getByRole('button', { name: choice }));
  expect(field('Phone Number').value).toBe(value);
  expect(screen.queryByText('Theirs: 555-0199')).toBeNull();
  await screen.findByText(/^Another user changed the phone [^,]/);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'See' }));
});

describe('the boxes of Assign Roles', () => {
  async function openRoles() {
    const opened = await openForm();
    await opened.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await opened.user.click(screen.getByRole('button', { name: 'Actions for Ada Ash' }));
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Assign Roles' }));
    await screen.findByRole('checkbox', { name: 'viewer' });
    const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;
    return { ...opened, isChosen };
  }

  test('follow another user while nobody touched them', async () => {
    const { user, changeAda, isChosen } = await openRoles();
    changeAda({ role_ids: ['role-manager'] });
    await screen.findByText(/^Another user changed the roles/);
    expect([isChosen('manager'), isChosen('viewer')]).toEqual([true, false]);
    expect(screen.getByRole('button', { name: 'Update Assignments' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'See' }));
    screen.getByText(/None → manager/);
  });

  test.each([
    ['Keep mine', ['role-viewer']],
    ['Take theirs', ['role-employee', 'role-manager']],
  ])("offer theirs to a choice of one's own: %s", async (choice, saved) => {
    const { user, server, chain, ada, changeAda, isChosen } = await openRoles();
    await user.click(screen.getByRole('checkbox', { name: 'viewer' }));
    const { updated_at } = changeAda({ role_ids: ['role-employee', 'role-manager'] });
    await screen.findByText('Another user changed the roles, too');
    expect([isChosen('manager'), isChosen('viewer')]).toEqual([false, true]);
    await user.click(screen.getByRole('button', { name: 'Choose' }));
    screen.getByText('Theirs: employee, manager');
    await user.click(screen.getByRole('button', { name: choice }));
    expect(screen.queryByText(/^Theirs/)).toBeNull();
    await screen.findByText(/^Another user changed the roles [^,]/);
    expect(isChosen('viewer')).toBe(choice === 'Keep mine');
    if (choice === 'Keep mine') {
      await user.click(screen.getByRole('button', { name: 'Update Assignments' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      const [sent] = server.requests('PUT', `/api/users/${ada.id}/roles`);
      expect(sent?.headers.get('if-match')).toBe(`"${updated_at}"`);
    }
    expect(chain.users[0]?.role_ids).toEqual(saved);
  });

  test('stay as they are when another user changes something else', async () => {
    const { changeAda, isChosen, others } = await openRoles();
    const { updated_at } = changeAda({ phone: '555-0199' });
    await waitFor(() => expect(others.cursor()).toBe('epoch.1'));
    expect(updated_at).toMatch(/Z$/);
    expect(isChosen('viewer')).toBe(false);
    expect(screen.queryByText(/^Another user/)).toBeNull();
  });
});

async function signInAgain(
  user: Awaited<ReturnType<typeof openForm>>['user'],
  server: FakeServer,
  id?: string,
) {
  server.auth('POST', '/token', () => authSession(id ? { user: authUser({ id }) } : {}));
  await user.type(await screen.findByLabelText(/^Email/), 'maria@northline.example');
  await user.type(screen.getByLabelText(/^Password/), 'forecourt-7');
  await user.click(screen.getByRole('button', { name: /^Sign in/i }));
}

test('what was typed when the session ended comes back for the same user', async () => {
  const { user, server, others } = await openForm();
  await user.clear(field('Phone Number'));
  await user.type(field('Phone Number'), '555-0001');
  others.stream.send('bye', { reason: 'session_ended' });
  await screen.findByText('Your session has ended. Please sign in again.');
  await signInAgain(user, server);
  const dialog = await screen.findByRole('dialog');
  await waitFor(() =>
    expect(within(dialog).getByLabelText<HTMLInputElement>('Phone Number').value).toBe('555-0001'),
  );
});

test('another user does not get what was typed', async () => {
  const { user, server, others } = await openForm();
  await user.clear(field('Phone Number'));
  await user.type(field('Phone Number'), '555-0001');
  others.stream.send('bye', { reason: 'session_ended' });
  await screen.findByText('Your session has ended. Please sign in again.');
  const id = '33333333-3333-4333-8333-333333333333';
  server.answer((await import('../../../contract/profile.ts')).getProfile, profileWith(['admin'], { id }));
  await signInAgain(user, server, id);
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByLabelText<HTMLInputElement>('Phone Number')).value).toBe('555-0100');
});

test('the form of the organization follows, and its name on every page', async () => {
  startLive();
  const server = new FakeServer();
  const others = serveChanges(server, serveChain(server, { users: [] }));
  const stored = {
    ...{ product_name: 'Northline', support_url: null, signups: 'closed' as const, invitation_days: 7 },
    ...{ time_zone: 'America/New_York', week_starts_on: 'monday' as const },
    ...{ silent_hours: 24, over_short_dollars: 10 },
    ...{ large_refund_dollars: 50, paid_outs_dollars: 300, unusual_times: 3 },
    ...{ session_idle_minutes: null, fixed: [], updated_at: '2026-11-01T00:00:00.000Z' },
  };
  server.answer(getOrganization, stored);
  server.answer(getSettings, { settings: [] });
  const { user } = await openApp('/settings?tab=organization', { server, signedInAs: profileWith() });
  await waitFor(() => expect(field('Name *').value).toBe('Northline'));
  await waitFor(() => expect(others.stream.opened).toBe(1));
  others.stream.send('hello', { cursor: others.cursor(), version: '1.0.0' });
  await user.clear(field('Invite links work for (days) *'));
  await user.type(field('Invite links work for (days) *'), '9');
  const theirs = { ...stored, product_name: 'Southline', updated_at: '2026-11-02T00:00:00.000Z' };
  server.answer(getOrganization, theirs);
  server.answer(getAppConfig, {
    ...{ product_name: 'Southline', product_description: '', version: '1', support_url: null },
    ...{ signups: 'closed', sends_email: true, needs_first_account: false, company_sign_in: null },
  });
  others.change('settings');
  await waitFor(() => expect(field('Name *').value).toBe('Southline'));
  expect(field('Invite links work for (days) *').value).toBe('9');
  expect((await screen.findAllByRole('link', { name: 'Southline' })).length).toBeGreaterThan(0);
  server.answer(updateOrganization, {
    ...theirs,
    invitation_days: 9,
    updated_at: '2026-11-03T00:00:00.000Z',
  });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('The organization is saved.');
  const [sent] = server.requests('PATCH', '/api/organization');
  expect(sent?.headers.get('if-match')).toBe(`"${theirs.updated_at}"`);
});
