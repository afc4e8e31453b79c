import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Permission } from '../../../../contract/access/permissions.ts';
import { exportAccessList, exportSelectedUsers, exportUsers } from '../../../../contract/files/exports.ts';
import { makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';
import { setScreen } from '../../../testing/screen-size.ts';

let saved: string[] = [];
beforeEach(() => {
  saved = [];
  URL.createObjectURL = () => 'blob:file';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

async function openUsers(path: string, signedInAs = profileWith()) {
  const server = new FakeServer();
  serveChain(server, { users: [makeUser({ id: 'ann', full_name: 'Ann' })] });
  const opened = await openApp(path, { server, signedInAs });
  await screen.findByText('Ann');
  return opened;
}

/** Opens the panel of the export and presses its button. */
async function exportList(user: Awaited<ReturnType<typeof openUsers>>['user'], columns?: string) {
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Export' }));
  panel.getByText('1 user');
  if (columns) await user.click(panel.getByRole('radio', { name: columns }));
  await user.click(panel.getByRole('button', { name: 'Export CSV' }));
}

test('an export contains the list on screen: its search, filters, sort and columns', async () => {
  const { server, user } = await openUsers('/users?q=ann&status=active&sort=-name&hide=contact,created_at');
  server.file(exportUsers, 'Id,Email', 'users-2026-11-22.csv');
  await exportList(user);
  await waitFor(() => expect(saved).toEqual(['users-2026-11-22.csv']));
  expect(server.requests('GET', '/api/users/export.csv')[0]?.query).toEqual({
    q: 'ann',
    status: 'active',
    sort: '-name',
    columns: 'employee_number,email,full_name,roles,locations,districts,status,invitation,last_sign_in_at',
  });
});

test('an export of all columns contains every field, also those that are hidden', async () => {
  const { server, user } = await openUsers('/users?hide=contact');
  server.file(exportUsers, 'Id,Email', 'users.csv');
  await exportList(user, 'All columns');
  await waitFor(() => expect(saved).toEqual(['users.csv']));
  expect(server.requests('GET', '/api/users/export.csv')[0]?.query).toEqual({});
});

test('an export that fails says why', async () => {
  const { server, user } = await openUsers('/users');
  server.refuse(exportUsers, 'forbidden', 'You are not allowed to do this.');
  await exportList(user);
  await screen.findByText('Failed to export users: You are not allowed to do this.');
  expect(saved).toEqual([]);
});

test('the selected users are exported by their ids', async () => {
  const { server, user } = await openUsers('/users');
  server.file(exportSelectedUsers, 'Id,Email', 'users.csv');
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann' }));
  const bar = (await screen.findByText('1 user selected')).parentElement as HTMLElement;
  await user.click(within(bar).getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(saved).toEqual(['users.csv']));
  expect(server.requests('POST', '/api/users/export.csv')[0]?.body).toEqual({ ids: ['ann'] });
});

test('on a phone import and export are in a menu beside the title', async () => {
  setScreen({ width: 390 });
  const { server, user } = await openUsers('/users');
  server.file(exportUsers, 'Id,Email', 'users.csv');
  await user.click(screen.getByRole('button', { name: 'More for users' }));
  const menu = within(await screen.findByRole('menu', { name: 'More for users' }));
  expect(menu.getByRole('menuitem', { name: 'Import from a file' }).getAttribute('href')).toBe(
    '/import/users',
  );
  await user.click(menu.getByRole('menuitem', { name: 'Export as CSV' }));
  await waitFor(() => expect(saved).toEqual(['users.csv']));
});

const reader = (...more: Permission[]) => ({ ...profileWith(), permissions: ['users.read', ...more] });

test('an export is offered only to those who may export users', async () => {
  const { user } = await openUsers('/users', reader('users.update', 'users.invite'));
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann' }));
  await screen.findByText('1 user selected');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('an actor who may not manage users exports no last sign-in, and has no filter or sort by it', async () => {
  const { server, user } = await openUsers('/users?hide=contact&last_sign_in=90', reader('users.export'));
  await screen.findByText('This address has a filter that is not known: last_sign_in=90');
  await user.click(screen.getByRole('button', { name: 'Remove it' }));
  server.file(exportUsers, 'Id,Email', 'users.csv');
  await exportList(user);
  await waitFor(() => expect(saved).toEqual(['users.csv']));
  expect(server.requests('GET', '/api/users/export.csv')[0]?.query).toEqual({
    columns: 'employee_number,email,full_name,roles,locations,districts,status,invitation,created_at',
  });
  // A column is hidden.
  await user.click(await screen.findByRole('button', { name: 'Display (changed)' }));
  const sorts = await screen.findByRole('combobox', { name: 'Sort by' });
  expect(sorts.textContent).toContain('Name');
  expect(sorts.textContent).not.toMatch(/Last sign-in|Status/);
});

test('the access list is printed for the users on screen, and names a number that is too large for paper', async () => {
  const server = new FakeServer();
  const chain = serveChain(server, { users: [makeUser({ full_name: 'Ann Lee' })] });
  const head =
    'User,User (id),Email,Employee number,Status,Location,Location number,Why,Granted by,Granted (UTC),Until (UTC),Roles,Last sign-in (UTC)';
  const row =
    '"Lee, ""Ann""",u1,a@x.example,,Active,Mill Road,0012,Assigned,Ada Owner,2026-11-04 15:00:00,,employee,2026-11-20 08:00:00';
  server.file(exportAccessList, `\ufeff${head}\r\n${row}\r\n`, 'access-list.csv');
  const print = vi.fn();
  window.print = print;
  const { user } = await openApp('/users/access-list?q=ann', { server, signedInAs: profileWith() });
  const [, shown] = await screen.findAllByRole('row');
  const words = ['Lee, "Ann"', 'Mill Road #0012', 'Assigned · granted by Ada Owner, Nov 4, 2026', 'employee'];
  for (const text of [...words, 'Nov 20, 2026']) expect(shown?.textContent).toContain(text);
  expect(server.requests('GET', '/api/access-list.csv')[0]?.query).toEqual({ q: 'ann' });
  screen.getByText(/^By .* Days are those of UTC\.$/);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();

  chain.users = Array.from({ length: 1001 }, () => makeUser({ full_name: 'Ann Lee' }));
  const other = new FakeServer();
  serveChain(other, { ...chain, countedMaxRows: 10_000 });
  await openApp('/users/access-list', { server: other, signedInAs: profileWith() });
  await screen.findByText('1,001 users are too many for one page');
  expect(other.requests('GET', '/api/access-list.csv')).toEqual([]);
});
