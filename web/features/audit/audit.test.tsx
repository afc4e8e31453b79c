import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuditEntry, exportAudit, listAudit } from '../../../contract/audit.ts';
import type { District } from '../../../contract/districts.ts';
import type { OwnProfile } from '../../../contract/profile.ts';
import { makeDistrict, makeLocation, makeUser, serveChain } from '../../testing/fake-chain.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';

const max = makeUser({ id: 'aaaaaaaa-0000-4000-8000-000000000001', full_name: 'Max Manager' });
const millRoad = makeLocation({ id: 'bbbbbbbb-0000-4000-8000-000000000001', name: 'Mill Road' });

function entry(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: crypto.randomUUID(),
    at: new Date(2026, 10, 20, 16, 5).toISOString(),
    action: 'user.roles_replaced',
    sentence: 'Ada Owner granted Max Manager the role manager',
    actor: { id: 'cccccccc-0000-4000-8000-000000000001', name: 'Ada Owner' },
    subject: { type: 'user', id: max.id, name: 'Max Manager' },
    changes: [{ field: 'Phone', before: 'none', after: '555-0100' }],
    locations: [{ id: millRoad.id, name: 'Mill Road' }],
    via: 'screen',
    run_id: null,
    token: null,
    ip: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0',
    device: 'Chrome on Windows',
    ...changes,
  };
}

interface Start {
  entries?: AuditEntry[];
  path?: string;
  signedInAs?: OwnProfile;
  districts?: District[];
}

async function openAudit({
  entries = [entry()],
  path = '',
  signedInAs = profileWith(),
  districts = [],
}: Start = {}) {
  const server = new FakeServer();
  serveChain(server, { users: [max], locations: [millRoad], districts });
  server.answer(listAudit, { entries, next: null });
  const app = await openApp(`/audit${path}`, { signedInAs, server });
  await screen.findByRole('region', { name: 'Audit' });
  const asked = () => server.requests('GET', '/api/audit').at(-1)?.query;
  return { ...app, server, asked };
}

test('an audit entry that a run made leads to the run', async () => {
  const { user } = await openAudit({ entries: [entry({ via: 'import', run_id: 'run-1' })] });
  await user.click(await screen.findByRole('button', { name: /granted Max Manager/ }));
  await screen.findByText(/Ada Owner, in an import/);
  expect(screen.getByRole('link', { name: 'Open run' }).getAttribute('href')).toBe('/runs/run-1');
});

test('an audit entry shows a sentence with its time and location, and what changed and from where when it is pressed', async () => {
  const { user } = await openAudit();
  const row = await screen.findByRole('button', { name: /Ada Owner granted Max Manager the role manager/ });
  within(row).getByText('04:05 PM');
  expect(within(row).getByTitle('Nov 20, 2026, 04:05 PM')).toBeTruthy();
  within(row).getByText('Mill Road');
  expect(row.querySelector('.tabler-icon-shield')).not.toBeNull();
  screen.getByText('1 entry');
  expect(screen.queryByText('Phone')).toBeNull();
  await user.click(row);
  const changed = (await screen.findByText('Phone')).nextElementSibling;
  expect(changed?.textContent).toMatch(/^none → {2}became 555-0100$/);
  expect(screen.getByText(/on the screen, from 203\.0\.113\.7/).textContent).toContain('Ada Owner');
  const rest = screen.getByText('Chrome on Windows').closest('details');
  expect(rest?.open).toBe(false);
  expect(rest?.textContent).toContain('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0');
  await user.click(row);
  expect(screen.queryByText('Phone')).toBeNull();
});

test('an audit entry has a tag only for a location that its sentence does not name', async () => {
  const sentence = 'Ada Owner assigned Max Manager to Mill Road';
  const moved = entry({ action: 'user.locations_replaced', sentence });
  await openAudit({ entries: [moved] });
  const row = await screen.findByRole('button', { name: new RegExp(sentence) });
  expect(within(row).queryByText('Mill Road')).toBeNull();
  expect(row.querySelector('.tabler-icon-map-pin')).not.toBeNull();
});

test('entries of one actor about one user within 5 minutes are one row, which opens to the entries', async () => {
  const edited = entry({ action: 'user.updated', sentence: 'Ada Owner edited Max Manager' });
  const { user } = await openAudit({ entries: [entry(), edited] });
  const row = await screen.findByRole('button', { name: /^Ada Owner made 2 changes to Max Manager/ });
  expect(screen.queryByText('Ada Owner edited Max Manager')).toBeNull();
  screen.getByText('2 entries');
  await user.click(row);
  const list = within(screen.getByRole('list', { name: 'Ada Owner made 2 changes to Max Manager' }));
  await user.click(list.getByRole('button', { name: /^Ada Owner edited Max Manager/ }));
  await list.findByText(/on the screen/);
});

test('an audit entry leaves out what the actor may not know', async () => {
  const { user } = await openAudit({
    entries: [entry({ ip: null, user_agent: null, device: null, via: 'command line' })],
  });
  await user.click(await screen.findByRole('button', { name: /Ada Owner granted/ }));
  await screen.findByText('Ada Owner, on the command line');
});

test('AuditPage puts the entries under a heading for each day', async () => {
  const now = new Date();
  const at = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 0, 5).toISOString();
  await openAudit({
    entries: [
      entry({ at: at(0), sentence: 'Newest' }),
      entry({ at: at(0), sentence: 'Also today', action: 'session.started' }),
      entry({ at: at(1), sentence: 'The day before' }),
      entry({ at: new Date(2025, 10, 19, 8, 0).toISOString(), sentence: 'Long ago' }),
    ],
  });
  const today = within(await screen.findByRole('region', { name: 'Today' }));
  today.getByRole('heading', { name: 'Today' });
  expect(today.getAllByRole('listitem')).toHaveLength(2);
  within(screen.getByRole('region', { name: 'Yesterday' })).getByText('The day before');
  within(screen.getByRole('region', { name: 'Nov 19, 2025' })).getByText('Long ago');
});

test('an old address of the audit log in Settings leads to its page, with its filters', async () => {
  const server = new FakeServer();
  serveChain(server, { users: [max], locations: [millRoad] });
  server.answer(listAudit, { entries: [entry()], next: null });
  await openApp(`/settings?tab=audit&user=${max.id}&from=2026-11-19`, { signedInAs: profileWith(), server });
  await screen.findByRole('heading', { name: 'Audit', level: 1 });
  expect(location.pathname + location.search).toBe(`/audit?user=${max.id}&from=2026-11-19`);
  expect(document.title).toBe('Audit · Canopy');
});

describe('the filters', () => {
  test('the period of the audit log is chosen with one press, and removed with a second', async () => {
    const { user, asked } = await openAudit();
    const now = new Date();
    const startOf = (days: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();
    for (const [name, days] of [
      ['Today', 0],
      ['7 days', 6],
      ['30 days', 29],
    ] as const) {
      await user.click(screen.getByRole('button', { name, pressed: false }));
      await screen.findByRole('button', { name, pressed: true });
      await expect.poll(asked).toEqual({ from: startOf(days) });
    }
    expect(screen.queryByLabelText('From')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Custom' }));
    expect(await screen.findByLabelText('From')).not.toHaveProperty('value', '');
    expect(screen.getByLabelText('To')).not.toHaveProperty('value', '');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByLabelText('From')).toBeNull();
    await user.click(screen.getByRole('button', { name: '30 days' }));
    await screen.findByRole('button', { name: '30 days', pressed: true });
    await user.click(screen.getByRole('button', { name: '30 days' }));
    await screen.findByRole('button', { name: '30 days', pressed: false });
    await expect.poll(asked).toEqual({});
  });

  test('the audit log shows only changes when that is chosen, until an action is', async () => {
    const { user, asked } = await openAudit();
    await user.click(await screen.findByRole('button', { name: 'Action: All actions' }));
    await user.click(await screen.findByRole('button', { name: 'Changes only' }));
    await expect.poll(asked).toEqual({ only: 'changes' });
    expect(window.location.search).toBe('?only=changes');
    await user.click(screen.getByRole('button', { name: 'Action: Changes only' }));
    await user.click(await screen.findByRole('button', { name: 'User edited' }));
    await expect.poll(asked).toEqual({ action: 'user.updated' });
  });

  test('the audit filters are all sent to the server, and kept in the URL', async () => {
    const { user, asked } = await openAudit();
    await user.click(await screen.findByRole('button', { name: 'User: All users' }));
    await user.type(await screen.findByRole('searchbox', { name: 'Search users...' }), 'max');
    await user.click(await screen.findByRole('button', { name: /Max Manager.*northline/ }));
    await user.click(await screen.findByRole('button', { name: 'Location: All locations' }));
    await user.click(await screen.findByRole('button', { name: /Mill Road\s*Albany/ }));
    await user.click(screen.getByRole('button', { name: 'Action: All actions' }));
    await user.type(await screen.findByRole('searchbox', { name: 'Search actions...' }), 'roles gr{Enter}');
    await user.click(screen.getByRole('button', { name: 'Custom' }));
    await user.type(await screen.findByLabelText('From'), '2026-11-19');
    await user.type(screen.getByLabelText('To'), '2026-11-20');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    screen.getByRole('button', { name: 'Custom: Nov 19, 2026 – Nov 20, 2026', pressed: true });
    await expect.poll(asked).toEqual({
      user: max.id,
      location: millRoad.id,
      action: 'user.roles_replaced',
      // Whole days where the reader is.
      from: new Date(2026, 10, 19).toISOString(),
      to: new Date(2026, 10, 21).toISOString(),
    });
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      user: max.id,
      location: millRoad.id,
      action: 'user.roles_replaced',
      from: '2026-11-19',
      to: '2026-11-20',
    });
    screen.getByRole('button', { name: 'User: Max Manager' });
    await user.click(screen.getByRole('button', { name: 'Clear user' }));
    await expect.poll(asked).not.toHaveProperty('user');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await expect.poll(asked).toEqual({});
  });

  test('the audit filters have districts, by their ids in the URL', async () => {
    const north = makeDistrict({ id: '11111111-1111-4111-8111-000000000001', name: 'North' });
    const south = makeDistrict({ id: '11111111-1111-4111-8111-000000000002', name: 'South' });
    const ids = [north.id, south.id];
    const { user, asked } = await openAudit({ path: `?district=${ids.join()}`, districts: [north, south] });
    await expect.poll(asked).toEqual({ district: ids.join() });
    await user.click(await screen.findByRole('button', { name: 'District: North, South' }));
    await user.click(await screen.findByRole('checkbox', { name: /South/ }));
    await expect.poll(asked).toEqual({ district: north.id });
    expect(window.location.search).toBe(`?district=${north.id}`);
  });

  test('a phone keeps the audit filters behind one button, which counts those that are on', async () => {
    setScreen({ width: 390 });
    const { user } = await openAudit();
    const open = await screen.findByRole('button', { name: 'Filter', expanded: false });
    expect(screen.queryByRole('button', { name: 'Today' })).toBeNull();
    await user.click(open);
    await user.click(screen.getByRole('button', { name: 'Today' }));
    await user.click(await screen.findByRole('button', { name: 'Filter (1)', expanded: true }));
    expect(screen.queryByRole('button', { name: 'Today' })).toBeNull();
  });

  test('the audit filters are chosen by keyboard: the arrow keys lead through the list, Enter picks the only match', async () => {
    const { user } = await openAudit();
    await user.click(await screen.findByRole('button', { name: 'User: All users' }));
    const box = await screen.findByRole('searchbox', { name: 'Search users...' });
    const first = await within(screen.getByRole('list', { name: 'Found' })).findAllByRole('button');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(first[0]);
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(box);
    await user.keyboard('max{Enter}');
    await screen.findByRole('button', { name: 'User: Max Manager' });
  });

  test('the audit filters are read from the URL, and invalid ones are said above the entries', async () => {
    const { asked } = await openAudit({
      path: `?user=${max.id}&action=user.invented&from=soon&location=x&district=north&color=red`,
    });
    await screen.findByRole('button', { name: 'User: Max Manager' });
    expect(asked()).toEqual({ user: max.id });
    await screen.findByText(/^This address has filters that are not known: action=user.invented, from=soon/);
    expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', true);
    screen.getByRole('button', { name: 'Action: All actions' });
    expect(screen.queryByLabelText('From')).toBeNull();
  });

  test('the audit filters follow a name in an entry', async () => {
    const { user, asked } = await openAudit({ path: '?action=user.roles_replaced' });
    await user.click(await screen.findByRole('button', { name: /Ada Owner granted/ }));
    await user.click(screen.getByRole('button', { name: 'Everything about Max Manager' }));
    await expect.poll(asked).toEqual({ user: max.id });
  });

  test('AuditPage offers to clear the filters when no entry passes them', async () => {
    const { user, asked } = await openAudit({ entries: [], path: '?action=role.deleted' });
    await screen.findByText('No entries match.');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await expect.poll(asked).toEqual({});
  });

  test('AuditPage asks for no entries where the roles do not allow to read them, and says so', async () => {
    const { server } = await openAudit({ signedInAs: profileWith([], { permissions: ['users.read'] }) });
    await screen.findByRole('heading', { name: 'No access to the audit log' });
    expect(screen.queryByRole('button', { name: /Refresh|Export CSV/ })).toBeNull();
    expect(server.requests('GET', '/api/audit')).toEqual([]);
  });

  test('the audit filters are offered only for lists that the actor may see', async () => {
    const auditor = profileWith([], { permissions: ['audit.read'] });
    await openAudit({ signedInAs: auditor });
    await screen.findByRole('button', { name: /Ada Owner granted/ });
    screen.getByText(/at your locations/);
    expect(screen.queryByRole('button', { name: /^User/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Location/ })).toBeNull();
  });
});

test('AuditPage adds older entries below the newer ones when asked', async () => {
  const { server, user } = await openAudit({ entries: [] });
  const pages = {
    '': { entries: [entry({ sentence: 'Newer' })], next: 'more' },
    more: { entries: [entry({ sentence: 'Older', action: 'session.started' })], next: null },
  };
  server.answer(listAudit, ({ query }) => pages[(query.after ?? '') as keyof typeof pages]);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Newer');
  await user.click(screen.getByRole('button', { name: 'Show older entries' }));
  await screen.findByText('Older');
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
  const list = within(within(screen.getByRole('region', { name: 'Audit' })).getByRole('list'));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Newer'),
    expect.stringContaining('Older'),
  ]);
});

test('AuditPage says why it did not load, and tries again', async () => {
  const server = new FakeServer();
  server.refuse(listAudit, 'forbidden', 'Not now.');
  const { user } = await openApp('/audit', { signedInAs: profileWith(), server });
  await screen.findByText('Failed to load the audit log: Not now.');
  server.answer(listAudit, { entries: [entry()], next: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/Ada Owner granted/);
});

describe('the export', () => {
  const saved: { name: string; text: Promise<string> }[] = [];
  beforeEach(() => {
    saved.length = 0;
    let file: Blob | undefined;
    // jsdom has no downloads, so the test catches the file where the browser would take it.
    URL.createObjectURL = (blob: Blob) => {
      file = blob;
      return 'blob:test';
    };
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (this.download && file) saved.push({ name: this.download, text: file.text() });
    });
  });
  afterEach(() => vi.restoreAllMocks());

  test('the audit export is fetched with the session and the filters, and saved under its name', async () => {
    const { user, server } = await openAudit({ path: `?user=${max.id}` });
    server.file(exportAudit, 'Time (UTC),Who\r\n', 'audit-2026-11-20.csv');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await expect.poll(() => saved.map(({ name }) => name)).toEqual(['audit-2026-11-20.csv']);
    expect(await saved[0]?.text).toBe('Time (UTC),Who\r\n');
    const [request] = server.requests('GET', '/api/audit.csv');
    expect(request?.headers.get('authorization')).toMatch(/^Bearer /);
    expect(request?.query).toEqual({ user: max.id });
  });

  test('AuditPage says why an export failed', async () => {
    const { user, server } = await openAudit();
    server.refuse(exportAudit, 'unavailable', 'Try again.');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await screen.findByText('Failed to export the audit log: Try again.');
    expect(saved).toEqual([]);
  });
});
