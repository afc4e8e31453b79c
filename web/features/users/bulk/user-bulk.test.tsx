import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Run } from '../../../../contract/runs.ts';
import * as contract from '../../../../contract/runs.ts';
import { type Chain, makeLocation, makeUser, serveChain } from '../../../testing/fake-chain.ts';
import { counts, endedRun, makeLine, makeRun, serveRuns } from '../../../testing/fake-runs.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';
import { setScreen } from '../../../testing/screen-size.ts';

const names = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'];

async function openUsers(start: Partial<Chain> = {}, roles = ['admin'], path = '/users') {
  const server = new FakeServer();
  const users = names.map((name) => makeUser({ id: name.toLowerCase(), full_name: name }));
  const chain = serveChain(server, { users, ...start });
  const opened = await openApp(path, { server, signedInAs: profileWith(roles) });
  await screen.findByText('Ann');
  return { ...opened, chain };
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const selectedNames = () => names.filter((name) => (box(name) as HTMLInputElement).checked);

test('the bar of selected users says how many there are and what can be done, in place of the toolbar', async () => {
  const { user } = await openUsers();
  await user.click(box('Ben'));
  await screen.findByText('1 user selected');
  for (const name of ['Activate', 'Deactivate', 'Roles…', 'Locations…', 'Invite']) {
    screen.getByRole('button', { name });
  }
  await user.click(box('Dan'));
  await screen.findByText('2 users selected');
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
  await waitFor(() => expect(screen.queryByText('2 users selected')).toBeNull());
  expect(selectedNames()).toEqual([]);
});

test('what does not fit into the bar is in its menu: Move and Export', async () => {
  const { user } = await openUsers();
  await user.click(box('Ben'));
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  const menu = within(await screen.findByRole('menu', { name: 'More actions' }));
  expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Move…', 'Export']);
  await user.click(menu.getByRole('menuitem', { name: 'Move…' }));
  await screen.findByRole('dialog', { name: /^Move/ });
});

test('Shift selects a range, which follows the pointer until another row is chosen', async () => {
  const { user } = await openUsers();
  await user.click(box('Ben'));
  await user.keyboard('{Shift>}');
  await user.click(box('Eve'));
  expect(selectedNames()).toEqual(['Ben', 'Cleo', 'Dan', 'Eve']);
  await user.click(box('Cleo'));
  expect(selectedNames()).toEqual(['Ben', 'Cleo']);
  await user.keyboard('{/Shift}');
});

test('x selects the focused row, the arrow keys with Shift the next ones, and Escape clears the selection', async () => {
  const { user } = await openUsers();
  await user.keyboard('jj');
  expect(document.activeElement?.textContent).toBe('Ben');
  await user.keyboard('x');
  expect(selectedNames()).toEqual(['Ben']);
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(selectedNames()).toEqual(['Ben', 'Cleo', 'Dan']);
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(selectedNames()).toEqual(['Ben', 'Cleo']);
  await user.keyboard('{Escape}');
  expect(selectedNames()).toEqual([]);
});

/** The first two rows are above the lower edge of the list. */
function showTwoRows() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const place = Number(this.getAttribute('aria-rowindex')) - 2;
    if (this.matches('[data-row]')) return new DOMRect(0, 36 + 60 * place, 800, 60);
    return new DOMRect(0, 0, 800, this.matches('thead') ? 36 : 150);
  });
}

test('the box in the head takes the rows in view; everything that matches is a second press, and the server looks it up anew', async () => {
  const { server, user } = await openUsers({}, ['admin'], '/users?status=active&sort=name');
  await screen.findByText('Ann');
  const head = screen.getByRole('checkbox', { name: 'Select the users in view' });
  showTwoRows();
  await user.click(head);
  await screen.findByText('2 users selected');
  expect(selectedNames()).toEqual(['Ann', 'Ben']);
  vi.restoreAllMocks();
  await user.click(await screen.findByRole('button', { name: /^Select all \d/ }));
  const asked: unknown[] = [];
  serveRuns(server, [makeRun()]);
  server.answer(contract.createRun, ({ body }) => {
    asked.push(body);
    return makeRun();
  });
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    about: 'users',
    act: { act: 'deactivate' },
    selection: { query: 'status=active' },
  });
});

test('another search clears the selection, and a toast says so', async () => {
  const { user } = await openUsers();
  await user.click(box('Ben'));
  await user.click(box('Dan'));
  await user.keyboard('{Escape}');
  await user.click(box('Ben'));
  await screen.findByText('1 user selected');
  await user.click(screen.getByRole('button', { name: 'User' }));
  await screen.findByText('1 user selected');
  window.history.pushState(null, '', '/users?status=inactive');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await screen.findByText('1 user is no longer selected, because the search or a filter changed');
  await waitFor(() => expect(screen.queryByText('1 user selected')).toBeNull());
});

/** Opens the dialog of a move of the first user, and says what is asked of the server. */
async function openMove(path: (from: string) => string) {
  const [from, to, closed] = [
    makeLocation({ id: crypto.randomUUID(), name: 'Mill Road' }),
    makeLocation({ name: 'Harbor', number: '394', city: 'Troy' }),
    makeLocation({ name: 'Quarry', closed_on: '2026-10-31' }),
  ];
  const users = names.map((name) =>
    makeUser({ id: name.toLowerCase(), full_name: name, location_ids: [from.id] }),
  );
  const locations = [from, to, closed];
  const { server, user } = await openUsers({ users, locations }, ['admin'], path(from.id));
  serveRuns(server, []);
  const asked: unknown[] = [];
  server.answer(contract.createRun, ({ body }) => {
    asked.push(body);
    return makeRun();
  });
  await user.click(box('Ann'));
  await user.click(await screen.findByRole('button', { name: 'Move…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 1 user' }));
  const field = (name: string) => within(dialog.getByRole('group', { name }));
  return { user, from, to, closed, asked, dialog, field };
}

test('users of the listed location are moved to another, which the list has chosen already as From', async () => {
  const { user, from, to, asked, dialog, field } = await openMove((id) => `/users?location=${id}`);
  await field('From').findByText('Mill Road');
  const preview = dialog.getByRole('button', { name: 'Preview' }) as HTMLButtonElement;
  expect(preview.disabled).toBe(true);
  dialog.getByText(/Users who are not assigned to Mill Road stay as they are/);
  // Neither the same location nor a closed one.
  const offered = (await field('To').findAllByRole('listitem')).map((item) => item.textContent);
  expect(offered).toEqual(['Harbor (394)Troy, NY']);
  await user.type(field('To').getByRole('searchbox'), '394{Enter}');
  await user.click(preview);
  await waitFor(() =>
    expect(asked).toMatchObject([{ act: { act: 'locations', add: [to.id], remove: [from.id] } }]),
  );
});

test('a move from a list without a location asks for both, and users also leave closed locations', async () => {
  const { user, closed, to, asked, dialog, field } = await openMove(() => '/users');
  await user.type(await field('From').findByRole('searchbox'), 'quarry');
  await user.click(await field('From').findByRole('button', { name: /^Quarry \(closed\)/ }));
  await user.click(await field('To').findByRole('button', { name: /^Harbor/ }));
  await user.click(field('To').getByRole('button', { name: 'Change' }));
  await user.click(await field('To').findByRole('button', { name: /^Harbor/ }));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await waitFor(() =>
    expect(asked).toMatchObject([{ act: { act: 'locations', add: [to.id], remove: [closed.id] } }]),
  );
});

test('the locations of another user are added to the chosen ones, without closed ones', async () => {
  const [mill, pier, quarry] = [
    makeLocation({ name: 'Mill Road' }),
    makeLocation({ name: 'Pier' }),
    makeLocation({ name: 'Quarry', closed_on: '2026-10-31' }),
  ];
  const users = [
    makeUser({ id: 'ann', full_name: 'Ann' }),
    makeUser({ full_name: 'Zoe', location_ids: [mill.id, pier.id, quarry.id] }),
  ];
  const { user } = await openUsers({ users, locations: [mill, pier, quarry] });
  await user.click(box('Ann'));
  await user.click(await screen.findByRole('button', { name: 'Locations…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Locations of 1 user' }));
  const isChosen = (name: string) =>
    (dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) }) as HTMLInputElement).checked;
  // Letters go to the search at once, as in every picker.
  expect(await dialog.findByRole('searchbox', { name: 'Filter locations' })).toBe(document.activeElement);
  await user.click(await dialog.findByRole('checkbox', { name: /^Mill Road/ }));
  await user.click(dialog.getByRole('button', { name: 'Same locations as…' }));
  await user.click(await dialog.findByRole('button', { name: /^Zoe/ }));
  await dialog.findByText('1 location of Zoe added to the chosen ones.');
  expect([isChosen('Mill Road'), isChosen('Pier')]).toEqual([true, true]);
  await user.click(dialog.getByRole('button', { name: 'Same locations as…' }));
  await user.click(dialog.getByRole('button', { name: 'Back to the locations' }));
  await dialog.findByRole('checkbox', { name: /^Mill Road/ });
  await user.click(dialog.getByRole('button', { name: 'Same locations as…' }));
  await user.click(await dialog.findByRole('button', { name: /^Ann/ }));
  await dialog.findByText('Ann has no open locations that you can choose.');
});

test('roles for many users are shown, applied, and what failed stays selected', async () => {
  const { server, user, chain } = await openUsers();
  const runs: Run[] = [];
  const lines = [
    makeLine(1, 'updated', { subject: { id: 'ann', name: 'Ann' } }),
    makeLine(2, 'rejected', { subject: { id: 'ben', name: 'Ben' }, reason: 'Ben has an open shift' }),
  ];
  const { put } = serveRuns(server, runs, lines);
  let asked: unknown;
  server.answer(contract.createRun, ({ body }) => {
    asked = body;
    const { id } = body as { id: string };
    runs.push(
      makeRun({
        id,
        title: 'Add viewer to 2 users',
        act: 'roles',
        planned: counts({ updated: 1, rejected: 1 }),
      }),
    );
    return runs[0] as Run;
  });
  server.answer(contract.applyRun, ({ path }) => put(path, { state: 'applying', done: 0 }));

  await user.click(box('Ann'));
  await user.click(box('Ben'));
  await user.click(await screen.findByRole('button', { name: 'Roles…' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Roles of 2 users' }));
  asking.getByText('They keep their roles and also get these.');
  await user.click(await asking.findByRole('checkbox', { name: 'viewer' }));
  await user.click(asking.getByRole('button', { name: 'Preview' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Add viewer to 2 users' }));
  expect(asked).toMatchObject({
    act: { act: 'roles', add: ['role-viewer'], remove: [] },
    selection: { ids: ['ann', 'ben'] },
  });
  await dialog.findByText('Ben has an open shift');
  await user.click(dialog.getByRole('button', { name: 'Add viewer to 1 user, skip 1' }));
  await dialog.findByRole('progressbar');

  const [ann] = chain.users;
  if (ann) Object.assign(ann, { role_ids: ['role-viewer'], updated_at: '2026-11-21T00:00:00.000Z' });
  const [run] = runs;
  for (const line of lines) line.result = line.planned;
  put(`/api/runs/${run?.id}`, {
    ...endedRun({
      id: run?.id ?? '',
      title: 'Add viewer to 2 users',
      applied: counts({ updated: 1, rejected: 1 }),
    }),
  });
  await dialog.findByText('1 user changed. 1 was skipped.');
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('1 user selected');
  expect(selectedNames()).toEqual(['Ben']);
  // The one changed row was fetched again.
  await waitFor(() => expect(screen.getByText('Ann').closest('tr')?.textContent).toContain('viewer'));
});

test('a preview that is closed is discarded, and the selection stays', async () => {
  const { server, user } = await openUsers();
  const runs: Run[] = [];
  serveRuns(server, runs);
  server.answer(contract.createRun, ({ body }) => {
    runs.push(makeRun({ id: (body as { id: string }).id }));
    return runs[0] as Run;
  });
  server.answer(contract.discardRun, () => void runs.pop());
  await user.click(box('Ann'));
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate 2 users' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('1 user selected');
  await waitFor(() => expect(runs).toEqual([]));
});

test.each([
  'closed',
  'reloaded',
])('a run at work whose page is %s ends with a toast that opens it', async (how) => {
  const { server, user } = await openUsers();
  const runs: Run[] = [];
  const { put } = serveRuns(server, runs);
  server.answer(contract.createRun, ({ body }) => {
    runs.push(makeRun({ id: (body as { id: string }).id }));
    return runs[0] as Run;
  });
  server.answer(contract.applyRun, ({ path }) => put(path, { state: 'applying', done: 0 }));
  await user.click(box('Ann'));
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate 2 users' }));
  await user.click(dialog.getByRole('button', { name: 'Deactivate 2 users' }));
  await dialog.findByRole('progressbar');
  if (how === 'closed') await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  else {
    const kept = { ...sessionStorage };
    await openApp('/users', { server, signedInAs: profileWith(['admin']) });
    // Closing the page in a test unmounts its components, which a browser does not do.
    expect(kept).toEqual({ ...sessionStorage });
    await screen.findByText('Ann');
  }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  put(`/api/runs/${runs[0]?.id}`, endedRun({ id: runs[0]?.id ?? '' }));
  await screen.findByText('Deactivate 2 users: done. Updated 2');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('heading', { name: 'Deactivate 2 users', level: 1 });
});

test('a bulk act that the server refuses says why, and can be tried again', async () => {
  const { server, user } = await openUsers();
  server.refuse(contract.createRun, 'forbidden', 'Your roles do not allow this.');
  await user.click(box('Ann'));
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
  await dialog.findByText('Failed to prepare the changes: Your roles do not allow this.');
  dialog.getByRole('button', { name: 'Try again' });
});

test('the result of a bulk act stays when none of the selected rows match any more', async () => {
  const { server, user, chain } = await openUsers({}, ['admin'], '/users?status=active');
  const runs: Run[] = [];
  const { put } = serveRuns(server, runs);
  server.answer(contract.createRun, ({ body }) => {
    runs.push(makeRun({ id: (body as { id: string }).id, total: 30, planned: counts({ deactivated: 30 }) }));
    return runs[0] as Run;
  });
  server.answer(contract.applyRun, ({ path }) => {
    for (const one of chain.users)
      Object.assign(one, { is_active: false, updated_at: '2026-11-21T00:00:00.000Z' });
    return put(path, { state: 'applying', done: 0 });
  });
  await screen.findByText('Ann');
  await user.click(screen.getByRole('checkbox', { name: 'Select the users in view' }));
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate 2 users' }));
  await user.click(dialog.getByRole('button', { name: 'Change 30 users' }));
  await dialog.findByRole('progressbar');
  put(
    `/api/runs/${runs[0]?.id}`,
    endedRun({ id: runs[0]?.id ?? '', total: 30, applied: counts({ deactivated: 30 }) }),
  );
  await dialog.findByText('30 users were deactivated.');
  dialog.getByText('30 users were deactivated.');
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  // The rows are seen as they are now, and go when the user wants it.
  await waitFor(() => expect(screen.getAllByText('Inactive').length).toBeGreaterThan(1));
  await user.click(await screen.findByRole('button', { name: 'Show' }));
  await screen.findByText('No users match these filters');
});

test('a user who may only read users sees no check boxes', async () => {
  await openUsers({}, ['viewer']);
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
});

test('on a phone the bar stands at the foot and the acts are in a sheet', async () => {
  setScreen({ width: 390 });
  const { user } = await openUsers({ locations: [makeLocation()] });
  await user.click(screen.getByRole('button', { name: 'More for users' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Select' }));
  await user.click(box('Ann'));
  await screen.findByText('1 user selected');
  expect(screen.getByPlaceholderText(/Search users/).closest('[inert]')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  const sheet = within(await screen.findByRole('dialog', { name: '1 user selected' }));
  await user.click(sheet.getByRole('button', { name: 'Locations…' }));
  await screen.findByRole('dialog', { name: 'Locations of 1 user' });
});
