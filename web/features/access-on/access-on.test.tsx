import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { exportLocationAccessOn, getLocationAccessOn, getUserAccessOn } from '../../../contract/access-on.ts';
import { exportAccessList } from '../../../contract/files/exports.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import { makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

const millRoad = makeLocation({ id: 'bbbbbbbb-0000-4000-8000-000000000001', name: 'Mill Road' });
const ann = makeUser({ id: 'aaaaaaaa-0000-4000-8000-000000000001', full_name: 'Ann Lee' });
const day = '2026-11-04';
const granted = { at: '2026-11-01T15:00:00.000Z', by: 'Ada Owner' };
const always = { from: null, until: null };

type Found = Answer<typeof getLocationAccessOn>;
const about = {
  ...{ day, time_zone: 'America/New_York', log_began: '2026-11-03', not_undone: [], is_open_to_all: false },
};
const nobody: Found = { ...about, rows: [], total: 0, hidden_count: 0, services: null };

async function openPage(path: string, found: Partial<Found> = {}) {
  const server = new FakeServer();
  serveChain(server, { users: [ann], locations: [millRoad] });
  server.answer(getLocationAccessOn, { ...nobody, ...found });
  const app = await openApp(path, { server, signedInAs: profileWith() });
  return { ...app, server };
}

const page = `/locations/${millRoad.id}/access?day=${day}`;

test('the page says who could see the location on a day, why, by whom, and until when', async () => {
  const until = '2026-11-04T19:05:00.000Z';
  const assigned = { why: 'assigned' as const, through: null, granted, from: null, until };
  const role = { why: 'all_locations' as const, through: 'auditor', granted: null, ...always };
  const district = { why: 'district' as const, through: 'District 4', granted, ...always };
  const rows = [
    {
      id: ann.id,
      name: 'Ann Lee',
      is_deleted: false,
      roles: ['employee'],
      reasons: [assigned],
      from: null,
      until,
    },
    { id: 'gus', name: 'Gus Gone', is_deleted: true, roles: [], reasons: [role, district], ...always },
  ];
  await openPage(page, { rows, total: 2, hidden_count: 3 });
  await screen.findByRole('heading', { name: 'Who could see Mill Road on Nov 4, 2026' });
  const [, first, second] = await screen.findAllByRole('row');
  const row = (element: HTMLElement | undefined) => within(element ?? expect.fail('There is no row'));
  expect(row(first).getByRole('link', { name: 'Ann Lee' }).getAttribute('href')).toBe(`/users/${ann.id}`);
  row(first).getByText('Assigned by Ada Owner · Nov 1, 2026');
  row(first).getByText('until 02:05 PM');
  row(second).getByText('Through District 4, granted by Ada Owner · Nov 1, 2026');
  row(second).getByText('auditor role, all locations, granted before the audit log began');
  expect(row(second).queryByRole('link')).toBeNull();
  row(second).getByText('All day');
  screen.getByText('3 more users could see it, whom you cannot see.');
  screen.getByText('5 users');
});

test('the page names the entries that cannot be undone, and asks for another day', async () => {
  const not_undone = [{ at: '2026-11-05T15:00:00.000Z', action: 'Role deleted', why: 'It does not say it' }];
  const { server } = await openPage(page, { not_undone });
  await screen.findByText('Nobody could see it on this day');
  screen.getByText('Role deleted on Nov 5, 2026: It does not say it.');
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-05' } });
  await screen.findByRole('heading', { name: 'Who could see Mill Road on Nov 5, 2026' });
  const asked = server.requests('GET', `/api/locations/${millRoad.id}/access-on`);
  expect(asked.at(-1)?.query).toEqual({ day: '2026-11-05' });
});

test('the page says when the audit log began, in place of what it does not know', async () => {
  await openPage(`/locations/${millRoad.id}/access?day=2026-11-01`);
  await screen.findByText('The audit log begins on Nov 3, 2026');
  expect(screen.queryByText('Nobody could see it on this day')).toBeNull();
});

test('the page of a user has a row for all locations, and one that was deleted has no link', async () => {
  const server = new FakeServer();
  serveChain(server, { users: [ann], locations: [millRoad] });
  const all = [{ why: 'all_locations' as const, through: 'admin', granted, ...always }];
  const reasons = [{ why: 'cover' as const, through: null, granted, ...always }];
  const row = (name: string, is_deleted: boolean) => ({ id: null, name, is_deleted, roles: [], ...always });
  const found = [
    { ...row('All locations', false), reasons: all },
    { ...row('Old Depot', true), reasons },
  ];
  server.answer(getUserAccessOn, { ...nobody, rows: found, total: 2 });
  await openApp(`/users/${ann.id}/access?day=${day}`, { server, signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'What Ann Lee could see on Nov 4, 2026' });
  const rows = await screen.findAllByRole('row');
  expect(rows[1]?.textContent).toContain('All locationsadmin role, all locations, granted by Ada Owner');
  expect(rows[2]?.textContent).toContain('Old Depot, deleted sinceCovers it, granted by Ada Owner');
});

test('the files are saved: of the day, and the access list of the users on screen', async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:file';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { server, user } = await openPage(page);
  server.file(exportLocationAccessOn, 'User', 'access-2026-11-27.csv');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toEqual(['access-2026-11-27.csv']));
  const other = new FakeServer();
  serveChain(other, { users: [ann] });
  other.file(exportAccessList, 'User', 'access-list-2026-11-27.csv');
  const app = await openApp('/users?q=ann', { server: other, signedInAs: profileWith() });
  await screen.findByText('Ann Lee');
  await app.user.click(screen.getByRole('button', { name: 'Export' }));
  await app.user.click(await screen.findByRole('button', { name: 'Access list for a review' }));
  await screen.findByRole('heading', { name: 'Access List' });
  await app.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(other.requests('GET', '/api/access-list.csv').at(-1)?.query).toEqual({ q: 'ann' });
});
