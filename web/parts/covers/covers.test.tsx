import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { type Cover, changeCover, createCovers, endCover, listCovers } from '../../../contract/covers.ts';
import { listLocationUsers } from '../../../contract/location-access.ts';
import { listNotifications } from '../../../contract/notifications/notifications.ts';
import { createRun } from '../../../contract/runs.ts';
import { replaceUserLocations, updateUser } from '../../../contract/users.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';
import { toasts } from '../../testing/toasts.ts';
import { nextSunday } from './cover-dialogs.tsx';

const mill = makeLocation({ name: 'Mill Road', time_zone: 'America/Chicago' });
const pier = makeLocation({ name: 'Pier', time_zone: 'America/Chicago' });
const sam = makeUser({ full_name: 'Sam Lee', location_ids: [pier.id] });

const coverOf = (changes: Partial<Cover> = {}): Cover => ({
  ...{ id: 'cover-1', user: { id: sam.id, name: 'Sam Lee' } },
  location: { id: mill.id, name: 'Mill Road', time_zone: 'America/Chicago' },
  ...{
    starts_at: '2026-11-25T17:00:00.000Z',
    ends_at: '2026-11-30T05:59:00.000Z',
    state: 'on',
    ended_at: null,
  },
  ...{ reason: 'Holiday', granted: { at: '2026-11-25T17:00:00.000Z', by: 'Ann Lee' } },
  ...{ may_extend: true, may_end: true },
  ...changes,
});

async function open(path: string, covers: Cover[] = [], roles = ['admin']) {
  const server = new FakeServer();
  const chain = serveChain(server, { users: [{ ...sam }], locations: [{ ...mill }, { ...pier }], covers });
  server.answer(listAudit, { entries: [], next: null });
  server.answer(listLocationUsers, {
    ...{ users: [], total: 0, next: null, can_see: 0, joining: 0, cannot_see: 0, waiting: [], to_invite: [] },
    ...{
      managers: { total: 0, role_id: 'role-manager', first: [] },
      hidden_count: 0,
      is_open_to_all: false,
      services: null,
    },
  });
  return { ...(await openApp(path, { server, signedInAs: profileWith(roles) })), server, chain };
}

const setTime = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const card = async () => within(await screen.findByRole('region', { name: 'Cover' }));

test('the card of a location says who covers it until when, and extends it', async () => {
  const { user, server, chain } = await open(`/locations/${mill.id}`, [coverOf()]);
  const shown = await card();
  await shown.findByText('until Sun, Nov 29, 11:59 PM, location time (Chicago)');
  shown.getByText('Holiday · granted by Ann Lee');
  server.answer(changeCover, ({ body }) => {
    const { ends_at } = body as { ends_at: string };
    if (ends_at > '2027') throw new Refusal('conflict', 'This cover is over.');
    chain.covers = [coverOf({ ends_at: '2026-12-07T05:59:00.000Z' })];
    return chain.covers[0] as Cover;
  });
  await user.click(shown.getByRole('button', { name: 'Extend…' }));
  const until = await screen.findByLabelText(/^Until/);
  expect(until).toHaveProperty('value', '2026-11-29T23:59');
  screen.getByText('Location time (Chicago), at most 90 days');
  setTime(until, '2027-12-06T23:59');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/This cover is over\./);
  setTime(until, '2026-12-06T23:59');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Sam Lee covers Mill Road until Sun, Dec 6, 11:59 PM');
  await shown.findByText('until Sun, Dec 6, 11:59 PM, location time (Chicago)');
});

test('a cover is ended by a question, and one to come is canceled', async () => {
  const later = coverOf({ id: 'cover-2', state: 'upcoming', starts_at: '2026-12-01T14:00:00.000Z' });
  const { user, server, chain } = await open(`/users/${sam.id}`, [coverOf(), later]);
  const shown = await card();
  await shown.findByText(/^from Tue, Dec 1, 8:00 AM until/);
  server.answer(endCover, () => {
    chain.covers = [later];
    return coverOf({ state: 'over', may_end: false });
  });
  await user.click(shown.getByRole('button', { name: 'End now' }));
  await screen.findByText('Sam Lee no longer covers Mill Road, from this moment on.');
  await user.click(screen.getAllByRole('button', { name: 'End now' }).at(-1) as HTMLElement);
  await screen.findByText('The cover of Mill Road by Sam Lee is over');
  await waitFor(() => expect(shown.queryByRole('button', { name: 'End now' })).toBeNull());
  await user.click(shown.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Sam Lee will not cover Mill Road.');
});

test('who may only look reads covers, and is offered nothing', async () => {
  await open(`/locations/${mill.id}`, [coverOf({ may_extend: false, may_end: false })], ['viewer']);
  const shown = await card();
  await shown.findByText('Sam Lee');
  expect(shown.queryAllByRole('button')).toEqual([]);
});

test('a user is lent from the page of the location, until the next Sunday unless told otherwise', async () => {
  const { user, server } = await open(`/locations/${mill.id}`);
  const shown = await card();
  await shown.findByText('Nobody covers it.');
  const sent: unknown[] = [];
  server.answer(createCovers, ({ body }) => {
    sent.push(body);
    return { covers: [coverOf()] };
  });
  await user.click(shown.getByRole('button', { name: 'Let a user cover…' }));
  await user.click(await screen.findByRole('button', { name: /Sam Lee/ }));
  await user.type(screen.getByLabelText('Reason'), 'Holiday');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Sam Lee covers Mill Road until Sun, Nov 29, 11:59 PM');
  const ends_at = nextSunday('America/Chicago');
  expect(sent).toEqual([{ user_id: sam.id, location_ids: [mill.id], ends_at, reason: 'Holiday' }]);
});

test('a deactivation names the covers that end with it, before and after', async () => {
  const other = { user: { id: 'eve', name: 'Eve Stone' }, location: { ...pier, name: 'Pier' } };
  const { user, server } = await open(`/users/${sam.id}`, [coverOf()]);
  server.answer(listCovers, { covers: [coverOf(), coverOf({ id: 'cover-2', ...other })] });
  const named =
    '2 covers: Mill Road until Sun, Nov 29, 11:59 PM; Eve Stone at Pier until Sun, Nov 29, 11:59 PM';
  const { role_ids, location_ids, ...row } = sam;
  const sent: unknown[] = [];
  server.answer(updateUser, ({ body }) => {
    sent.push(body);
    const covers = [coverOf(), coverOf({ id: 'cover-2', ...other })];
    const counts = {
      sessions: 0,
      tokens: 0,
      invitations: 0,
      links: 0,
      sent_invitations: 0,
      managed_districts: 0,
      service_accounts: 0,
    };
    const links = { roles: [], locations: [], districts: [] };
    return { ...row, ...links, is_active: false, ended: { at: row.updated_at, ...counts, covers } };
  });
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Deactivate User' }));
  await question.findByText(`Ends ${named}.`);
  expect(sent).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Deactivate' }));
  await toasts.findByText('Sam Lee is inactive.');
  expect(sent).toEqual([{ is_active: false }]);
  await user.click(toasts.getByRole('button', { name: 'Details' }));
  toasts.getByText(new RegExp(`^Ended: ${named}\\. Roles and locations are kept\\.`));
});

const resizeTo = (width: number) => act(() => setScreen({ width }));

test('a dialog of the card keeps what was typed, however the window is resized', async () => {
  const { user } = await open(`/locations/${mill.id}`);
  await user.click((await card()).getByRole('button', { name: 'Let a user cover…' }));
  await user.type(await screen.findByLabelText('Reason'), 'Holiday of Max');
  for (const width of [1199, 700, 390, 1440]) {
    resizeTo(width);
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Holiday of Max');
  }
});

test('the next Sunday is never today', () => {
  const saturday = new Date('2026-11-29T04:00:00Z');
  expect(nextSunday('America/Chicago', saturday)).toBe('2026-11-29T23:59');
  expect(nextSunday('Asia/Tokyo', saturday)).toBe('2026-12-06T23:59');
});

test('in Assign Locations a location gets an end: its assignment becomes a cover, and others stay', async () => {
  const { user, server } = await open(`/users?dialog=locations&id=${sam.id}`, [coverOf()]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign Locations' }));
  const covered = await dialog.findByLabelText('Until, at Mill Road, location time');
  expect(covered).toHaveProperty('value', '2026-11-29T23:59');
  await dialog.findByText('2 location(s) selected');
  expect(dialog.getByRole('button', { name: 'Update Assignments' })).toHaveProperty('disabled', true);
  await user.selectOptions(dialog.getByLabelText('Give a location an end'), 'Pier');
  dialog.getByText('The assignment ends now, and the user covers it until then.');
  setTime(dialog.getByLabelText('Until, at Pier, location time'), '2026-12-06T08:00');
  const sent: unknown[] = [];
  server.answer(replaceUserLocations, ({ body }) => {
    sent.push(body);
    return { locations: [], districts: [], updated_at: sam.updated_at };
  });
  await user.click(dialog.getByRole('button', { name: 'Update Assignments' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        location_ids: [],
        covers: [
          { location_id: mill.id, ends_at: '2026-11-29T23:59' },
          { location_id: pier.id, ends_at: '2026-12-06T08:00' },
        ],
      },
    ]),
  );
  await toasts.findByText('Locations of Sam Lee updated');
  await user.click(toasts.getByRole('button', { name: 'Undo' }));
  const before = [{ location_id: mill.id, ends_at: '2026-11-29T23:59', reason: 'Holiday' }];
  await waitFor(() => expect(sent[1]).toEqual({ location_ids: [pier.id], covers: before }));
});

test('a time that the clock at the location skips or shows twice is named beside its field', async () => {
  const { user } = await open(`/locations/${mill.id}`, [coverOf()]);
  await user.click((await card()).getByRole('button', { name: 'Let a user cover…' }));
  const until = await screen.findByLabelText(/^Until/);
  setTime(until, '2027-03-14T02:30');
  screen.getByText('2:30 AM does not exist on March 14 in Chicago: 3:00 AM is taken.');
  setTime(until, '2027-11-07T01:30');
  screen.getByText('1:30 AM comes twice that day in Chicago: the later one is taken.');
  setTime(until, '2027-11-07T03:30');
  expect(screen.queryByText(/is taken/)).toBeNull();
  setTime(screen.getByLabelText('From'), '2027-11-07T01:30');
  screen.getByText('1:30 AM comes twice that day in Chicago: the earlier one is taken.');
});

test('selected locations are covered by a run', async () => {
  const { user, server } = await open('/locations');
  await user.click(await screen.findByRole('checkbox', { name: /Mill Road/ }));
  const sent: unknown[] = [];
  server.answer(createRun, ({ body }) => {
    sent.push(body);
    throw new Refusal('conflict', 'Not now.');
  });
  await user.click(await screen.findByRole('button', { name: 'Let a user cover…' }));
  await screen.findByRole('dialog', { name: 'Let a User Cover 1 Location' });
  await user.click(await screen.findByRole('button', { name: /Sam Lee/ }));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        about: 'locations',
        act: { act: 'cover', user_id: sam.id, reason: null },
        selection: { ids: [mill.id] },
      },
    ]),
  );
});

test('a reminder in the bell offers to extend the cover to those who could grant it', async () => {
  const server = new FakeServer();
  serveChain(server);
  const row = (id: string, cover: Cover | null) => ({
    ...{ id, kind: 'cover_ending' as const, subject_name: 'Mill Road', count: 1, cover },
    details: { name: 'Sam Lee', until: 'Sun, Nov 29, 11:59 PM', location_id: mill.id },
    ...{ path: `/locations/${mill.id}`, is_read: false, is_seen: false },
    ...{ first_at: '2026-11-28T12:00:00.000Z', last_at: '2026-11-28T12:00:00.000Z' },
  });
  const rows = [row('1', coverOf()), row('2', coverOf({ may_extend: false }))];
  server.answer(listNotifications, {
    notifications: rows,
    unseen: 2,
    unread: 2,
    next: null,
    time_zone: 'UTC',
  });
  const { user } = await openApp('/users', { server, signedInAs: profileWith() });
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  await screen.findAllByText('The cover of Mill Road by Sam Lee ends Sun, Nov 29, 11:59 PM');
  expect(screen.getAllByRole('button', { name: 'Extend…' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Extend…' }));
  await screen.findByRole('dialog', { name: 'Extend Cover' });
  // What was typed stays when the window gets as narrow as a phone.
  setTime(screen.getByLabelText(/^Until/), '2026-12-06T08:00');
  resizeTo(390);
  expect(screen.getByLabelText(/^Until/)).toHaveProperty('value', '2026-12-06T08:00');
});
