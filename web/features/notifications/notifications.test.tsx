import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as contract from '../../../contract/notifications/notifications.ts';
import { undoRun } from '../../../contract/runs.ts';
import { serveChain } from '../../testing/fake-chain.ts';
import { endedRun, makeRun, serveRuns } from '../../testing/fake-runs.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;
const joined = (id: string, name: string, minute: number): contract.Notification => ({
  ...{ id, kind: 'location_users', subject_name: 'Mill Road', details: { act: 'joined', name }, count: 1 },
  ...{ path: '/locations', first_at: at(minute), last_at: at(minute), is_read: false, is_seen: false },
  cover: null,
});

/** A server that keeps the marks, as the real one does. */
function serve(rows: contract.Notification[]) {
  const server = new FakeServer();
  serveChain(server);
  const counts = () => ({
    unseen: rows.filter((row) => !row.is_read && !row.is_seen).length,
    unread: rows.filter((row) => !row.is_read).length,
  });
  server.answer(contract.listNotifications, () => ({
    ...{ notifications: rows, ...counts(), next: null, time_zone: 'America/Chicago' },
  }));
  const mark = (until: string, change: Partial<contract.Notification>) => {
    for (const row of rows) if (row.last_at <= until) Object.assign(row, change);
    return counts();
  };
  server.answer(contract.markNotificationsSeen, ({ body }) =>
    mark((body as { until: string }).until, { is_seen: true }),
  );
  server.answer(contract.markNotificationsRead, ({ body }) =>
    mark((body as { until: string }).until, { is_read: true }),
  );
  server.answer(contract.markNotificationRead, ({ path, body }) => {
    const row = rows.find(({ id }) => path.includes(id));
    if (row) row.is_read = (body as { is_read: boolean }).is_read;
    return counts();
  });
  return server;
}

const ids = [1, 2, 3].map((last) => `00000000-0000-4000-8000-0000000000b${last}`) as [string, string, string];

test('the bell counts what is new, the panel clears it, and rows are read one by one or together', async () => {
  // The badge is read when the browser is idle.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  const server = serve([joined(ids[0], 'Sam Sales', 20), joined(ids[1], 'Tom Till', 10)]);
  const { user } = await openApp('/users', { server, signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: 'Notifications, 2 new' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  await panel.findByRole('link', {
    name: /Sam Sales joined Mill Road.*because you manage Mill Road$/,
  });
  // One heading over both: they are of one day.
  expect(panel.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  await screen.findByRole('button', { name: 'Notifications', hidden: true });
  const [seen] = server.requests('PUT', '/api/notifications/seen');
  expect(seen?.body).toEqual({ until: at(20) });
  await user.click(panel.getByRole('button', { name: 'Mark read: Tom Till joined Mill Road' }));
  await panel.findByRole('button', { name: 'Mark unread: Tom Till joined Mill Road' });
  await user.click(panel.getByRole('button', { name: 'Mark unread: Tom Till joined Mill Road' }));
  await panel.findByRole('button', { name: 'Mark read: Tom Till joined Mill Road' });
  await user.click(panel.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(panel.queryAllByRole('button', { name: /^Mark read/ })).toEqual([]));
  await user.click(panel.getByRole('link', { name: /Sam Sales/ }));
  await waitFor(() => expect(location.pathname).toBe('/locations'));
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
});

test('rows of the open panel keep their places: one that comes waits, unseen, and one that is told again changes in place', async () => {
  const rows = [joined(ids[0], 'Sam Sales', 20), joined(ids[1], 'Tom Till', 10)];
  const server = serve(rows);
  const { user } = await openApp('/users', { server, signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  await panel.findByRole('link', { name: /Sam Sales/ });
  const names = () =>
    panel.getAllByText(/ joined /).map((text) => text.textContent?.match(/(\w+ \w+) joined/)?.[1]);
  rows.splice(
    0,
    2,
    { ...joined(ids[1], 'Tim Till', 40), count: 2 },
    joined(ids[2], 'Nora New', 30),
    rows[0] as contract.Notification,
  );
  await user.click(panel.getByRole('button', { name: 'Mark read: Sam Sales joined Mill Road' }));
  await panel.findByRole('button', { name: 'Show 1 new' });
  expect(names()).toEqual(['Sam Sales', '2 users']);
  await user.click(panel.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(server.requests('PUT', '/api/notifications/read')).toHaveLength(1));
  expect(server.requests('PUT', '/api/notifications/read')[0]?.body).toEqual({ until: at(20) });
  await user.click(panel.getByRole('button', { name: 'Show 1 new' }));
  await waitFor(() => expect(names()).toEqual(['2 users', 'Nora New', 'Sam Sales']));
  await waitFor(() =>
    expect(server.requests('PUT', '/api/notifications/seen').at(-1)?.body).toEqual({ until: at(40) }),
  );
  expect(panel.queryByRole('button', { name: /^Show \d/ })).toBeNull();
});

test('the row of a run has Undo as long as its reader may undo it, which prepares it on a page of its own', async () => {
  const ended = (id: string, subject_name: string, minute: number): contract.Notification => ({
    ...{ ...joined(id, '', minute), kind: 'run', subject_name, path: `/runs/${id}` },
    details: { state: 'done', lines: '2 updated' },
  });
  const [first, second, third] = ids;
  const planned = { ...ended(third, 'Close 2 locations', 5), details: { state: 'planned' } };
  const server = serve([
    ended(first, 'Deactivate 2 users', 20),
    ended(second, 'Invite 9 users', 10),
    planned,
  ]);
  const can = { ...endedRun().can, undo: false };
  const undo = makeRun({ id: 'undo', kind: 'undo', title: 'Undo: Deactivate 2 users' });
  serveRuns(server, [endedRun({ id: first }), endedRun({ id: second, can }), undo]);
  server.answer(undoRun, undo);
  const { user } = await openApp('/users', { server, signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  const act = await panel.findByRole('button', { name: 'Undo…: Deactivate 2 users is done: 2 updated' });
  expect(panel.getAllByRole('button', { name: /^Undo/ })).toEqual([act]);
  const acts = () => panel.getAllByRole('listitem').map((row) => row.children[2]?.textContent);
  await waitFor(() => expect(acts()).toEqual(['Undo…', 'Open', 'Review']));
  await user.click(act);
  await screen.findByRole('heading', { name: 'Undo: Deactivate 2 users', level: 1 });
  expect(server.requests('POST', `/api/runs/${first}/undo`)).toHaveLength(1);
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
});

test('the row of an invitation that failed leads to inviting again', async () => {
  const path = '/users/nora?dialog=invitation&id=nora';
  const failed = {
    ...joined(ids[0], '', 20),
    kind: 'invitation_failed',
    subject_name: 'Nora New',
    path,
  } as const;
  const { user } = await openApp('/users', { server: serve([failed]), signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  await panel.findByText('Invite again');
  expect(panel.getByRole('link', { name: /The invitation of Nora New/ }).getAttribute('href')).toBe(path);
});

test('the panel says that nothing is new, and offers to try again when it could not load', async () => {
  const server = serve([]);
  server.refuse(contract.listNotifications, 'forbidden', 'Your roles changed.');
  const { user } = await openApp('/users', { server, signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  const retry = await panel.findByRole('button', { name: 'Try again' });
  server.answer(contract.listNotifications, {
    ...{ notifications: [], unseen: 0, unread: 0, next: null, time_zone: 'America/Chicago' },
  });
  await user.click(retry);
  await panel.findByText('Nothing new');
});

test('the profile has a choice per kind, and security cannot be switched off', async () => {
  const server = serve([]);
  const stored: contract.NotificationSettings = {
    settings: [
      { kind: 'security', bell: true, email: 'now' },
      { kind: 'location_users', bell: true, email: 'never' },
    ],
    time_zone: 'America/Chicago',
    daily: { hour: 7, quiet: null, paused_until: null, sections_off: [] },
  };
  server.answer(contract.getNotificationSettings, stored);
  server.answer(contract.saveNotificationSettings, ({ body }) => {
    const { settings = [] } = body as Partial<contract.NotificationSettings>;
    return {
      ...stored,
      settings: stored.settings.map((one) => settings.find(({ kind }) => kind === one.kind) ?? one),
    };
  });
  const { user } = await openApp('/profile', { server, signedInAs: profileWith() });
  const label = 'Users join or leave a location that I manage';
  await user.selectOptions(await screen.findByRole('combobox', { name: `Email: ${label}` }), 'Daily');
  await waitFor(() =>
    expect(server.requests('PUT', '/api/notification-settings')[0]?.body).toEqual({
      settings: [{ kind: 'location_users', bell: true, email: 'daily' }],
    }),
  );
  expect(screen.getByRole('checkbox', { name: /^Bell: Security/ })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('combobox', { name: /^Email: Security/ })).toBeNull();
});

test('the profile says when emails come, and what of sales is in the daily one', async () => {
  const server = serve([]);
  let daily: contract.DailyEmail = { hour: 7, quiet: null, paused_until: null, sections_off: ['silent'] };
  const answer = () => ({ settings: [], time_zone: 'America/Chicago', daily });
  server.answer(contract.getNotificationSettings, answer);
  server.answer(contract.saveNotificationSettings, ({ body }) => {
    daily = { ...daily, ...(body as { daily?: Partial<contract.DailyEmail> }).daily };
    return answer();
  });
  const saved = () => server.requests('PUT', '/api/notification-settings').at(-1)?.body;
  const signedInAs = profileWith(['manager'], { has_registers: true });
  const { user } = await openApp('/profile', { server, signedInAs });
  const part = within(await screen.findByRole('region', { name: 'When emails come' }));
  const choose = async (label: string, choice: string | RegExp) => {
    const select = part.getByRole('combobox', { name: label });
    await user.selectOptions(select, within(select).getByRole('option', { name: choice }));
  };
  expect(part.getByRole('combobox', { name: 'Quiet hours to' })).toHaveProperty('disabled', true);
  await choose('Daily email at', '6:00 AM');
  await waitFor(() => expect(saved()).toEqual({ daily: { hour: 6 } }));
  // They end with the daily email, which may not come in them.
  await choose('Quiet hours from', '10:00 PM');
  await waitFor(() => expect(saved()).toEqual({ daily: { quiet: { from: 22, to: 6 } } }));
  await choose('Quiet hours to', '5:00 AM');
  await waitFor(() => expect(saved()).toEqual({ daily: { quiet: { from: 22, to: 5 } } }));
  await choose('Quiet hours from', 'No quiet hours');
  await waitFor(() => expect(saved()).toEqual({ daily: { quiet: null } }));
  await choose('Pause emails', /^2 weeks, until/);
  await waitFor(() => expect(daily.paused_until).toMatch(/^\d{4}-\d\d-\d\d$/));
  await choose('Pause emails', 'Not paused');
  await waitFor(() => expect(saved()).toEqual({ daily: { paused_until: null } }));
  await user.click(part.getByRole('checkbox', { name: /^Yesterday by location/ }));
  await waitFor(() => expect(saved()).toEqual({ daily: { sections_off: ['silent', 'locations'] } }));
  await user.click(part.getByRole('checkbox', { name: 'Registers that are silent' }));
  await waitFor(() => expect(saved()).toEqual({ daily: { sections_off: ['locations'] } }));
  server.refuse(contract.saveNotificationSettings, 'validation_failed', 'Not in the quiet hours.');
  await choose('Daily email at', '11:00 PM');
  await part.findByText(/Not in the quiet hours/);
});

test('who does not see sales has no choice about them', async () => {
  const server = serve([]);
  const daily = { hour: 7, quiet: null, paused_until: '2020-01-01', sections_off: [] };
  server.answer(contract.getNotificationSettings, { settings: [], time_zone: null, daily });
  await openApp('/profile', { server, signedInAs: profileWith(['employee']) });
  const part = within(await screen.findByRole('region', { name: 'When emails come' }));
  expect(part.queryByRole('checkbox')).toBeNull();
  const shown = (label: string) => {
    const select = part.getByRole<HTMLSelectElement>('combobox', { name: label });
    return select.selectedOptions[0]?.text;
  };
  expect([shown('Time Zone'), shown('Pause emails')]).toEqual(['As the chain', 'Not paused']);
});

test('the link of an email asks before it stops the emails, without signing in', async () => {
  const server = new FakeServer();
  server.answer(contract.unsubscribe, ({ query }) => ({
    kinds: query.token === 'good' ? (['location_closed'] as const).slice() : [],
    sections: query.token === 'good' ? (['silent'] as const).slice() : [],
  }));
  const { user } = await openApp('/unsubscribe?token=good', { server });
  expect(server.requests('POST', '/api/unsubscribe')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Stop the emails' }));
  await screen.findByText('A location of mine closes or reopens');
  await screen.findByText('Registers that are silent');
});
