import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as watchCalls from '../../../contract/notifications/watches.ts';
import * as contract from '../../../contract/views.ts';
import { serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { fill } from '../../testing/fill.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

function makeView(view: Partial<contract.View>): contract.View {
  return {
    ...{
      id: '00000000-0000-4000-8000-0000000000aa',
      list: 'users',
      name: 'Waiting',
      query: 'status=inactive',
    },
    ...{ is_shared: false, is_own: true, gone: [], updated_at: '2026-11-20T21:05:00.000Z' },
    ...view,
  };
}

async function openUsers(search: string, views: contract.View[] = []) {
  const server = new FakeServer();
  serveChain(server);
  const saved = [...views];
  server.answer(contract.listViews, () => ({ views: saved }));
  server.answer(contract.createView, ({ body }) => {
    const view = makeView(body as Partial<contract.View>);
    saved.push(view);
    return view;
  });
  server.answer(contract.deleteView, () => {
    saved.length = 0;
  });
  const opened = await openApp(`/users${search}`, { server, signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'Users', level: 1 });
  return { ...opened, server };
}

test('ViewsButton saves what is on screen under a name, and bears the name from then on', async () => {
  const { user, server } = await openUsers('?status=active&sort=name');
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Save current view…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Name is required');
  await fill(user, dialog.getByRole('textbox', { name: /^Name/ }), 'Active by name');
  await user.click(dialog.getByRole('checkbox', { name: 'Share it with everyone who can see users' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('View Active by name saved');
  await screen.findByRole('button', { name: 'Active by name' });
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  const [request] = server.requests('POST', '/api/views');
  expect(request?.body).toMatchObject({
    ...{ list: 'users', name: 'Active by name', query: 'sort=name&status=active', is_shared: true },
  });
});

test('the height of rows is no part of a view: it changes no name, is in no saved view, and stays with another', async () => {
  const { user, server } = await openUsers('?density=compact', [
    makeView({ query: 'density=compact&status=inactive' }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'All users' }));
  await user.click(await screen.findByRole('link', { name: 'Waiting' }));
  await waitFor(() => expect(location.search).toBe('?status=inactive&density=compact'));
  await user.click(await screen.findByRole('button', { name: 'Waiting' }));
  await user.click(await screen.findByRole('link', { name: 'Not invited' }));
  await waitFor(() => expect(location.search).toContain('density=compact'));
  await user.click(screen.getByRole('button', { name: 'Display (changed)' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Name');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Save current view…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await fill(user, dialog.getByRole('textbox', { name: /^Name/ }), 'By name');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('View By name saved');
  expect(server.requests('POST', '/api/views')[0]?.body).toMatchObject({
    query: 'invitation=none&sort=name&status=active',
  });
});

test('ViewsPopover leads to the saved views, says when a role of one is gone, and deletes one when asked', async () => {
  const { user } = await openUsers('', [makeView({ gone: ['role'] })]);
  await user.click(await screen.findByRole('button', { name: 'All users' }));
  const popover = within(await screen.findByRole('dialog', { name: 'Views' }));
  await popover.findByText('A role in its filters is no longer available.');
  await user.click(popover.getByRole('link', { name: 'Waiting' }));
  await waitFor(() => expect(location.search).toBe('?status=inactive'));
  await user.click(await screen.findByRole('button', { name: 'Waiting' }));
  await user.click(await screen.findByRole('button', { name: 'Delete the view Waiting' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete view' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await screen.findByText('View Waiting deleted');
  await screen.findByRole('button', { name: 'Views' });
});

test('the bell of a view watches it, and stops watching it', async () => {
  const { user, server } = await openUsers('', [makeView({})]);
  const watches: watchCalls.ViewWatch[] = [];
  server.answer(watchCalls.listWatches, () => ({ watches }));
  server.answer(watchCalls.watchView, ({ body }) => {
    const chosen = body as Pick<watchCalls.ViewWatch, 'condition' | 'delivery'>;
    const watch = { view_id: makeView({}).id, ...chosen, is_broken: false };
    watches.splice(0, 1, watch);
    return watch;
  });
  server.answer(watchCalls.unwatchView, () => {
    watches.length = 0;
  });
  const choose = async (label: string) => {
    await user.click(await screen.findByRole('button', { name: 'All users' }));
    await user.click(await screen.findByRole('button', { name: 'Watch the view Waiting' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Watch Waiting' }));
    await user.click(dialog.getByRole('radio', { name: label }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
  };
  await choose('When it is not empty');
  await screen.findByText('You watch Waiting');
  expect(watches).toEqual([
    { view_id: makeView({}).id, condition: 'not_empty', delivery: 'now', is_broken: false },
  ]);
  await choose('Do not watch it');
  await screen.findByText('You no longer watch Waiting');
  expect(watches).toEqual([]);
});

test('the bell of a built-in view saves it for its reader and watches it, and it stands once in the list', async () => {
  const { user, server } = await openUsers('');
  const watches: watchCalls.ViewWatch[] = [];
  server.answer(watchCalls.listWatches, () => ({ watches }));
  server.answer(watchCalls.watchView, ({ path, body }) => {
    const chosen = body as Pick<watchCalls.ViewWatch, 'condition' | 'delivery'>;
    const watch = { view_id: path.split('/').at(-1) ?? '', ...chosen, is_broken: false };
    watches.splice(0, 1, watch);
    return watch;
  });
  server.answer(watchCalls.unwatchView, () => {
    watches.length = 0;
  });
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'All users' }));
    return screen.findByRole('button', { name: 'Watch the view Not invited' });
  };
  await user.click(await open());
  const dialog = within(await screen.findByRole('dialog', { name: 'Watch Not invited' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('You watch Not invited');
  expect(server.requests('POST', '/api/views').map(({ body }) => body)).toMatchObject([
    { list: 'users', name: 'Not invited', query: 'invitation=none&status=active', is_shared: false },
  ]);
  const [sent] = server.requests('POST', '/api/views');
  expect(watches.map(({ view_id: id }) => ({ id }))).toMatchObject([
    { id: (sent?.body as contract.View).id },
  ]);
  expect((await open()).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getAllByRole('link', { name: 'Not invited' })).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: 'My views' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Watch the view Not invited' }));
  const again = within(await screen.findByRole('dialog', { name: 'Watch Not invited' }));
  await user.click(await again.findByRole('radio', { name: 'Do not watch it' }));
  await user.click(again.getByRole('button', { name: 'Save' }));
  await screen.findByText('You no longer watch Not invited');
  expect(server.requests('POST', '/api/views')).toHaveLength(1);
  expect(watches).toEqual([]);
});

test('a watch that the server could not evaluate says so where it is saved again', async () => {
  const { user, server } = await openUsers('', [makeView({})]);
  const watch = { condition: 'enters', delivery: 'now', is_broken: true } as const;
  server.answer(watchCalls.listWatches, { watches: [{ view_id: makeView({}).id, ...watch }] });
  await user.click(await screen.findByRole('button', { name: 'All users' }));
  await user.click(await screen.findByRole('button', { name: 'Watch the view Waiting' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Watch Waiting' }));
  await dialog.findByText(/^Something went wrong while this view was watched/);
});

test('the dialog of a view says who changed it meanwhile, and loads the new values when asked', async () => {
  const seen = makeView({ is_shared: true });
  const { user, server } = await openUsers('', [seen]);
  await user.click(await screen.findByRole('button', { name: 'All users' }));
  await user.click(await screen.findByRole('button', { name: 'Edit the view Waiting' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit view' }));
  server.refuse(contract.updateView, 'stale', 'Kofi Walker changed this after you opened it.', {
    changed: { by: 'Kofi Walker', at: '2026-11-21T12:00:00.000Z' },
  });
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), ' long');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Failed to save the view: Kofi Walker changed this after you opened it.');

  const stored = { ...seen, name: 'Inactive', updated_at: '2026-11-21T12:00:00.000Z' };
  server.answer(contract.listViews, { views: [stored] });
  await user.click(dialog.getByRole('button', { name: 'Load the new values' }));
  const name = dialog.getByRole('textbox', { name: /^Name/ });
  await waitFor(() => expect(name).toHaveProperty('value', 'Inactive'));
  server.answer(contract.updateView, { ...stored, name: 'Inactive users' });
  await user.type(name, ' users');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('View Inactive users saved');
  const sent = server
    .requests('PATCH', `/api/views/${seen.id}`)
    .map(({ headers }) => headers.get('if-match'));
  expect(sent).toEqual([`"${seen.updated_at}"`, `"${stored.updated_at}"`]);
});

test('ViewsPopover offers no change of a shared view to a user who may not share', async () => {
  const shared = makeView({ is_shared: true, is_own: false });
  const server = new FakeServer();
  serveChain(server);
  server.answer(contract.listViews, { views: [shared] });
  const signedInAs = profileWith(['viewer']);
  const { user } = await openApp('/users', { server, signedInAs });
  await user.click(await screen.findByRole('button', { name: 'All users' }));
  await screen.findByRole('link', { name: 'Waiting' });
  expect(screen.queryByRole('button', { name: 'Edit the view Waiting' })).toBeNull();
});

test('a saved view that was changed keeps its name, and its changes can be saved', async () => {
  const waiting = makeView({});
  const { user, server } = await openUsers('?status=inactive', [waiting]);
  await screen.findByRole('button', { name: 'Waiting' });
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Display' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Name');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Save changes' }));
  screen.getByRole('button', { name: 'Waiting', hidden: true });
  const dialog = within(await screen.findByRole('dialog', { name: 'Save changes' }));
  const stored = { ...waiting, query: 'sort=name&status=inactive' };
  server.answer(contract.listViews, { views: [stored] });
  server.answer(contract.updateView, stored);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('View Waiting saved');
  expect(server.requests('PATCH', `/api/views/${waiting.id}`)[0]?.body).toMatchObject({
    query: 'sort=name&status=inactive',
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull());
});
