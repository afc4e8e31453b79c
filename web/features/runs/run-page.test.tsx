import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Run, RunLine } from '../../../contract/runs.ts';
import * as contract from '../../../contract/runs.ts';
import { serveChain } from '../../testing/fake-chain.ts';
import { applyingRun, counts, endedRun, makeLine, makeRun, serveRuns } from '../../testing/fake-runs.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';
import { setScreen } from '../../testing/screen-size.ts';
import { headlineOf } from './run-texts.ts';

async function openRun(run: Run, lines: RunLine[] = [], roles = ['admin'], sends_email = true) {
  const server = new FakeServer();
  serveChain(server);
  const runs = [run];
  const { put } = serveRuns(server, runs, lines);
  const opened = await openApp(`/runs/${run.id}`, {
    server,
    signedInAs: profileWith(roles),
    config: { sends_email },
  });
  await screen.findByRole('heading', { name: run.title, level: 1 });
  return { ...opened, runs, put };
}

const lines = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);

/** The names of the files that are saved from now on. */
function watchSaved() {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:file';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

const imported = makeRun({
  kind: 'import',
  title: 'Import users from people.csv',
  total: 4,
  planned: counts({ created: 1, updated: 1, unchanged: 1, rejected: 1 }),
});
const importedLines = [
  makeLine(2, 'created', { subject: { id: null, name: 'Nora New' } }),
  makeLine(3, 'updated', { changes: [{ field: 'Phone', before: '555-0100', after: '555-0101' }] }),
  makeLine(4, 'unchanged'),
  makeLine(5, 'rejected', { reason: "No role is called 'Manger'. Did you mean Manager?" }),
];

test('a preview says that nothing has changed yet, shows each line with its reason, and filters them by result', async () => {
  const { user } = await openRun(imported, importedLines);
  await screen.findByRole('heading', {
    name: '2 users will change. 1 row needs a fix. 1 row changes nothing.',
  });
  screen.getByText('Nothing has changed yet. This preview is kept until Nov 27, 2026.');
  await screen.findByText('555-0101', { exact: false });
  expect(lines()).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'To fix 1' }));
  await waitFor(() => expect(lines()).toHaveLength(1));
  screen.getByText("No role is called 'Manger'. Did you mean Manager?");
  await user.click(screen.getByRole('button', { name: 'To fix 1', pressed: true }));
  await waitFor(() => expect(lines()).toHaveLength(4));
});

test('a preview asks one question, applies, shows the progress and then the result', async () => {
  const { server, user, put } = await openRun(imported, importedLines);
  server.answer(contract.applyRun, ({ path }) => put(path, { state: 'applying', done: 1 }));
  await user.click(await screen.findByRole('button', { name: 'Change 2 users, skip 1' }));
  const progress = await screen.findByRole('progressbar', { name: 'Applying the changes' });
  expect(progress.getAttribute('value')).toBe('1');
  screen.getByText('1 of 4');
  put('/api/runs/run-1', {
    ...endedRun({
      kind: 'import',
      title: imported.title,
      total: 4,
      applied: counts({ created: 1, updated: 1, unchanged: 1, rejected: 1 }),
      retryable: 1,
      can: { apply: false, cancel: false, discard: false, retry: true, undo: true },
    }),
  });
  await screen.findByRole('heading', { name: '2 users changed. 1 row was skipped. 1 row changed nothing.' });
  const shown = screen.getByRole('link', { name: 'Show these users' });
  expect(shown.getAttribute('href')).toBe('/users?run=run-1');
  for (const name of ['Result (CSV)', 'Rows to fix (CSV)', 'Choose a fixed file', 'Try 1 again', 'Undo…']) {
    screen.getByRole('button', { name });
  }
  expect(server.requests('POST', '/api/runs/run-1/apply')[0]?.body).toEqual({ confirm: null });
});

test('a run that takes access from many is applied only with the typed number', async () => {
  const { server, user, put } = await openRun(
    makeRun({
      title: 'Deactivate 4,650 users',
      total: 4650,
      planned: counts({ deactivated: 4647, unchanged: 3 }),
      confirm: 4647,
    }),
  );
  server.answer(contract.applyRun, ({ path }) => put(path, { state: 'applying', done: 0 }));
  const button = await screen.findByRole('button', { name: 'Deactivate 4,647 users' });
  screen.getByText('4,647 users will be deactivated.');
  screen.getByText('4,647 users will lose access and be signed out.');
  const field = screen.getByLabelText('Type 4,647 to continue');
  expect(button).toHaveProperty('disabled', true);
  await user.type(field, '4,64');
  expect(button).toHaveProperty('disabled', true);
  await user.type(field, '7');
  expect(button).toHaveProperty('disabled', false);
  await user.clear(field);
  await user.type(field, '4647');
  await user.click(button);
  await screen.findByRole('progressbar');
  expect(server.requests('POST', '/api/runs/run-1/apply')[0]?.body).toEqual({ confirm: 4647 });
});

test('a file that changes nothing reads 0 changes and offers nothing to apply', async () => {
  await openRun({ ...imported, total: 12, planned: counts({ unchanged: 12 }) });
  await screen.findByText(/^0 changes\./);
  await screen.findByText(/Everything already matches the file/);
  expect(screen.queryByRole('button', { name: /^(Change|Add)/ })).toBeNull();
});

test('a refused application says why and stays a preview', async () => {
  const { server, user } = await openRun(imported, importedLines);
  server.refuse(contract.applyRun, 'conflict', 'The run was canceled meanwhile.');
  await user.click(await screen.findByRole('button', { name: 'Change 2 users, skip 1' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The run was canceled meanwhile.');
  screen.getByRole('button', { name: 'Change 2 users, skip 1' });
});

test('a run at work can be stopped, and says that applied lines stay', async () => {
  const { server, user, put } = await openRun(applyingRun({ total: 50, done: 20 }));
  server.answer(contract.cancelRun, ({ path }) =>
    put(path, {
      state: 'canceled',
      applied: counts({ updated: 20 }),
      can: { apply: false, cancel: false, discard: false, retry: false, undo: true },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Stop and keep changes so far' }));
  await screen.findByText('Stopped after 20 of 50 lines. Changes made so far stay: updated 20.');
  screen.getByRole('button', { name: 'Undo…' });
});

test('a run that failed says why and what was done before', async () => {
  await openRun(
    endedRun({
      state: 'failed',
      problem: 'Maria Alvarez was deactivated.',
      applied: counts({ updated: 1 }),
    }),
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Maria Alvarez was deactivated.');
  screen.getByText('Stopped after 1 of 2 lines. Changes made so far stay: updated 1.');
});

test('a run whose server goes away keeps its progress, says so, and goes on when the server is back', async () => {
  const { server, put } = await openRun(applyingRun({ total: 50, done: 20 }));
  await screen.findByText('20 of 50');
  server.isAway = true;
  await screen.findByText(/The run continues/);
  screen.getByText('20 of 50');
  server.isAway = false;
  put('/api/runs/run-1', endedRun({ total: 50, applied: counts({ updated: 50 }) }));
  await screen.findByText('50 users changed.');
});

test("the page of somebody else's run allows reading, not changing", async () => {
  await openRun(
    makeRun({
      is_own: false,
      created_by: 'Tom Associate',
      can: { apply: false, cancel: false, discard: false, retry: false, undo: false },
    }),
    [makeLine(1, 'updated'), makeLine(2, 'updated')],
  );
  await screen.findByText(/started by Tom Associate/);
  await screen.findByRole('link', { name: 'User 2' });
  expect(screen.queryByRole('button', { name: /Deactivate|Undo|Stop|Discard/ })).toBeNull();
});

test('an undo opens as a run of its own, and leads back to the run that it would undo', async () => {
  const { server, user, runs } = await openRun(endedRun({ title: 'Add Manager to 200 users' }), [
    makeLine(1, 'updated'),
    makeLine(2, 'changed', { reason: 'Ana changed this since' }),
    makeLine(3, 'rejected', { reason: 'It allows more than your own roles do' }),
  ]);
  server.answer(contract.undoRun, ({ body }) => {
    const { id } = body as { id: string };
    const undo = makeRun({
      id,
      kind: 'undo',
      title: 'Undo: Add Manager to 200 users',
      undo_of: { id: 'run-1', title: 'Add Manager to 200 users' },
      total: 200,
      planned: counts({ updated: 198, changed: 1, rejected: 1 }),
    });
    runs.push(undo);
    return undo;
  });
  await user.click(await screen.findByRole('button', { name: 'Undo…' }));
  await screen.findByRole('heading', { name: 'Undo: Add Manager to 200 users', level: 1 });
  await screen.findByRole('button', { name: 'To go back 198' });
  screen.getByRole('heading', { name: '198 users will go back. 2 will be skipped.' });
  screen.getByRole('link', { name: '“Add Manager to 200 users”' });
  screen.getByRole('button', { name: 'Undo for 198 users, skip 2' });
  await user.click(screen.getByRole('button', { name: 'To skip 2' }));
  await waitFor(() => expect(lines()).toHaveLength(2));
  screen.getByText('Ana changed this since');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('heading', { name: 'Add Manager to 200 users', level: 1 });
});

test('an undo says before and after how many it deletes', () => {
  const planned = counts({ updated: 1, deleted: 4, unchanged: 1 });
  const undo = makeRun({ kind: 'undo', state: 'planned', planned });
  expect(headlineOf(undo)).toBe('1 user will go back. 4 users will be deleted. 1 stays as it is.');
  const done = headlineOf({ ...undo, state: 'done', applied: planned });
  expect(done).toBe('1 user went back. 4 users were deleted. 1 stayed as it was.');
});

test('the result and the rejected rows are downloaded', async () => {
  const { server, user } = await openRun(
    endedRun({ kind: 'import', applied: counts({ updated: 1, rejected: 1 }) }),
  );
  server.file(contract.downloadRunResult, 'Email,Reason', 'people-rejected.csv');
  const saved = watchSaved();
  await user.click(await screen.findByRole('button', { name: 'Rows to fix (CSV)' }));
  await waitFor(() => expect(saved).toEqual(['people-rejected.csv']));
  expect(server.requests('GET', '/api/runs/run-1/result.csv')[0]?.query).toEqual({ only: 'rejected' });
});

test('the lines of a run are shown a hundred at a time', async () => {
  const many = Array.from({ length: 130 }, (_, index) => makeLine(index + 1, 'updated'));
  const { user } = await openRun(makeRun({ total: 130, planned: counts({ updated: 130 }) }), many);
  await screen.findByText('100 of 130');
  await user.click(screen.getByRole('button', { name: 'Show more lines' }));
  await screen.findByText('User 130');
  expect(lines()).toHaveLength(130);
});

test('the page of a run that does not exist says so', async () => {
  const server = new FakeServer();
  serveChain(server);
  server.refuse(contract.getRun, 'not_found', 'The run does not exist.');
  await openApp('/runs/gone', { server, signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'Run not found', level: 1 });
});

test('a prepared undo leaves the run done: it can be continued or discarded', async () => {
  const undo = makeRun({ id: 'run-2', kind: 'undo', title: 'Undo: Deactivate 2 users' });
  const run = endedRun({ pending_undo: { id: undo.id, state: 'planned' } });
  const { server, user, runs, put } = await openRun(run);
  runs.push(undo);
  screen.getByText(/^Done · started by you/);
  const status = (await screen.findByText('An undo is prepared, not applied.')).closest('[role=status]');
  const notice = within(status as HTMLElement);
  notice.getByRole('button', { name: 'Continue' });
  server.answer(contract.discardRun, () => void put('/api/runs/run-1', { pending_undo: null }));
  await user.click(notice.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('An undo is prepared, not applied.')).toBeNull());
  expect(server.requests('DELETE', '/api/runs/run-2')).toHaveLength(1);
});

test('a preview is discarded on its page and in the list', async () => {
  const { server, user, runs } = await openRun(imported, importedLines);
  runs.push(makeRun({ id: 'run-2', planned: counts({ deactivated: 192, unchanged: 15 }) }));
  server.answer(contract.discardRun, ({ path }) => {
    runs.splice(
      runs.findIndex(({ id }) => path.endsWith(id)),
      1,
    );
  });
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await screen.findByRole('heading', { name: 'Imports and bulk changes', level: 1 });
  await screen.findByText('You: 192 would change');
  await user.click(screen.getByRole('button', { name: 'Discard Deactivate 2 users' }));
  await screen.findByText('Nothing yet');
});

describe('without a mail server', () => {
  const invited = { title: 'Invite 2 users', act: 'invite' } as const;

  test('a bulk invite says so before and after, and the links are a file', async () => {
    const { server, user, put } = await openRun(makeRun(invited), [], ['admin'], false);
    await screen.findByText(
      /^No mail server is set up, so nobody will be emailed\. Afterwards you can download/,
    );
    server.answer(contract.applyRun, ({ path }) => put(path, endedRun(invited)));
    await user.click(await screen.findByRole('button', { name: 'Invite 2 users' }));
    await screen.findByText(/^No mail server is set up, so nobody was emailed\. Pass the links on/);
    server.file(contract.downloadInviteLinks, 'Name,Email,Link', 'invite-links-2026-11-23.csv');
    const saved = watchSaved();
    await user.click(screen.getByRole('button', { name: 'Invite links (CSV)' }));
    await waitFor(() => expect(saved).toEqual(['invite-links-2026-11-23.csv']));
  });

  test('a user without every permission gets no links, and reads whom to ask', async () => {
    await openRun(endedRun(invited), [], ['manager'], false);
    await screen.findByText(/Ask a user with every permission to pass the invite links on/);
    expect(screen.queryByRole('button', { name: 'Invite links (CSV)' })).toBeNull();
  });
});

test('a row shows what fits into one line, and opens', async () => {
  const change = (field: string) => ({ field, before: null, after: 'x'.repeat(30) });
  const { user } = await openRun(imported, [
    makeLine(2, 'created', { changes: ['Roles', 'Locations', 'Phone', 'Email', 'Name'].map(change) }),
    makeLine(3, 'updated', { changes: [change('Phone')] }),
  ]);
  await user.click(await screen.findByRole('button', { name: '+3 more fields' }));
  screen.getByText('Email:', { exact: false });
  await user.click(screen.getByRole('button', { name: 'Show less' }));
  expect(screen.queryByText('Email:', { exact: false })).toBeNull();
});

test('a reason on many rows is said once with their number, and its repair plans the import again', async () => {
  const repair = {
    column: 'locations',
    value: 'Harbour 394',
    means: '394',
    label: 'Use Harbor 394',
  } as const;
  const text = "No location is called 'Harbour 394'.";
  const options = {
    ...{ mapping: ['locations' as const], blank_clears: [], replace: [], meanings: [] },
    ...{ deactivate_missing: false, invite_new: false },
  };
  // Nothing can be applied before it is mended.
  const can = { ...imported.can, apply: false };
  const run = { ...imported, options, can, planned: counts({ rejected: 500 }) };
  const { server, user, put } = await openRun(run, [
    makeLine(2, 'rejected', {
      reasons: [
        { text: 'No name.', repairs: [] },
        { text, repairs: [repair] },
      ],
    }),
  ]);
  const reasons = within(await screen.findByRole('list', { name: 'Reasons on several rows' }));
  expect(reasons.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    `500 rows${text} Use Harbor 394`,
  ]);
  expect(lines()[0]?.textContent).toContain(`No name. · ${text} Use Harbor 394`);
  screen.getByRole('button', { name: 'Back to columns' });
  server.answer(contract.planImport, ({ path, body }) => put(path, { options: body as Run['options'] }));
  await user.click(reasons.getByRole('button', { name: 'Use Harbor 394' }));
  const { label: _, ...meaning } = repair;
  await waitFor(() =>
    expect(server.requests('PUT', '/api/runs/run-1/plan')[0]?.body).toEqual({
      ...options,
      meanings: [meaning],
    }),
  );
});

test('the change of a bulk act is said once, and rows say only what differs', async () => {
  const status = { field: 'Status', before: 'Active', after: 'Inactive' };
  await openRun(makeRun({ planned: counts({ deactivated: 2 }) }), [
    makeLine(1, 'deactivated', { changes: [status] }),
    makeLine(2, 'deactivated', { changes: [status, { field: 'Invitation', before: 'Sent', after: null }] }),
  ]);
  await screen.findByText('Status Active → Inactive', { exact: false });
  const [first, second] = lines();
  expect(first?.textContent).toBe('User 1−Will deactivate');
  expect(second?.textContent).toContain('Invitation: Sent');
});

test('of roles that many users get, a row says only what its title does not', async () => {
  const roles = (before: string | null, after: string | null) => ({
    changes: [{ field: 'Roles', before, after }],
  });
  const title = 'Add employee to 4 users';
  await openRun(makeRun({ title, act: 'roles', planned: counts({ updated: 3, unchanged: 1 }) }), [
    makeLine(1, 'updated', roles(null, 'employee')),
    makeLine(2, 'updated', roles('manager', 'employee; manager')),
    makeLine(3, 'unchanged'),
    makeLine(4, 'updated', roles(null, 'viewer')),
  ]);
  await screen.findByText('employee; manager after it');
  expect(lines().map((line) => line.textContent)).toEqual([
    'User 1~Will update',
    'User 2~Will updateemployee; manager after it',
    'User 3=No changeHas it already',
    // Not in the title.
    'User 4~Will updateviewer after it',
  ]);
});

/** Every state of a run in the words of its page and of the list, before and after. */
const states: [string, Run, page: string, list: string][] = [
  [
    'mapping',
    makeRun({ state: 'mapping', kind: 'import', total: 0, planned: counts({}) }),
    'Choose columns',
    'YouChoose columns',
  ],
  ['planning', makeRun({ state: 'planning', planned: counts({}) }), 'Checking', 'YouChecking'],
  [
    'planned',
    makeRun({ planned: counts({ deactivated: 192, rejected: 4 }) }),
    'Not applied',
    'You: 192 would change, 4 need a fixNot applied',
  ],
  [
    'planned with nothing to do',
    makeRun({ planned: counts({ unchanged: 9 }) }),
    'Nothing to apply',
    'You: 0 would changeNothing to apply',
  ],
  [
    'planned undo',
    makeRun({ kind: 'undo', planned: counts({ updated: 3, changed: 1 }) }),
    'Not applied',
    'You: 3 would change, 1 would be skippedNot applied',
  ],
  ['applying', applyingRun({ applied: counts({ updated: 1 }) }), 'Applying', 'You: Updated 1Applying'],
  [
    'done',
    endedRun({ applied: counts({ updated: 2, rejected: 1 }) }),
    'Done',
    'You: Updated 2, skipped 1Done',
  ],
  [
    'done with a prepared undo',
    endedRun({ pending_undo: { id: 'x', state: 'planned' } }),
    'Done',
    'You: Updated 2Done',
  ],
  [
    'undone',
    endedRun({ undone_by: { id: 'x', ended_at: '2026-11-23T02:10:00.000Z' } }),
    'Undone',
    'You: Updated 2Undone',
  ],
  ['done undo', endedRun({ kind: 'undo' }), 'Done', 'You: Went back 2Done'],
  [
    'canceled before',
    endedRun({ state: 'canceled', applied: counts({}) }),
    'Canceled',
    'You: 2 would changeCanceled',
  ],
  [
    'canceled after',
    endedRun({ state: 'canceled', applied: counts({ updated: 1 }) }),
    'Stopped',
    'You: Updated 1Stopped',
  ],
  [
    'failed',
    endedRun({ state: 'failed', problem: 'It broke.', applied: counts({ updated: 1 }) }),
    'Failed',
    'You: Updated 1Failed',
  ],
];

/** Words of what has happened. */
const past = /\b(Added|Updated|Deactivated|Deleted|Went back|Undone|Skipped|changed\.|went back|were)\b/;

test.each(
  states,
)('a run that is %s says so on its page and in the list, in the right tense', async (name, run, page, list) => {
  const isBefore = /mapping|plan|before/.test(name);
  const line = makeLine(1, 'updated', { result: isBefore ? null : 'updated' });
  const { user } = await openRun({ ...run, total: run.state === 'mapping' ? 0 : 2 }, [line]);
  await screen.findByText(new RegExp(`^${page} · started by you`));
  if (isBefore && run.state !== 'mapping') {
    const text = screen.getByRole('region', { name: run.title }).textContent;
    expect(text?.replace('Nothing was changed.', '')).not.toMatch(past);
  }
  await user.click(screen.getByRole('link', { name: 'Imports and bulk changes' }));
  const rows = within(await screen.findByRole('region', { name: 'Imports and bulk changes' }));
  const [row] = await rows.findAllByRole('listitem');
  const text = row?.textContent ?? '';
  expect(text.slice(run.title.length).replace(/[…✓×↺−]/, '')).toContain(list);
  if (isBefore) expect(text).not.toMatch(past);
});

test('who may start no import is told whom to ask', async () => {
  const server = new FakeServer();
  serveChain(server);
  serveRuns(server, []);
  await openApp('/imports', { server, signedInAs: profileWith(['viewer']) });
  const list = await screen.findByRole('region', { name: 'Imports and bulk changes' });
  await waitFor(() => expect(list.textContent).toBe("You can't import.Ask your administrator."));
});

test('the page of all runs shows who, what and how it ended', async () => {
  const server = new FakeServer();
  serveChain(server);
  serveRuns(server, [
    imported,
    endedRun({ id: 'run-2', title: 'Close 3 locations', is_own: false, created_by: 'Tom Associate' }),
  ]);
  const { user } = await openApp('/imports', { server, signedInAs: profileWith() });
  await screen.findByText("Everyone's, last 90 days");
  const list = within(await screen.findByRole('region', { name: 'Imports and bulk changes' }));
  const [first, second] = await list.findAllByRole('listitem');
  expect(first?.textContent).toContain('You: 2 would change, 1 needs a fix…Not applied');
  expect(second?.textContent).toContain('Tom Associate: Updated 2✓Done');
  await user.click(list.getByRole('link', { name: imported.title }));
  await screen.findByRole('heading', { name: imported.title, level: 1 });
});

test('the foot of a run on a phone has one row: further actions are in a sheet', async () => {
  setScreen({ width: 390 });
  const { user } = await openRun(imported, importedLines);
  await screen.findByRole('button', { name: 'Change 2 users, skip 1' });
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Actions' }));
  sheet.getByRole('button', { name: 'Discard' });
  sheet.getByRole('button', { name: 'Choose a fixed file' });
});

test('the last act of a run that has ended is on a phone to show its rows, and Undo is in the sheet', async () => {
  setScreen({ width: 390 });
  const { user } = await openRun(endedRun({ can: { ...endedRun().can, undo: true } }), []);
  const [show, ...others] = await screen.findAllByRole('link', { name: 'Show these users' });
  expect(others).toEqual([]);
  const foot = show?.closest('[data-actions]') as HTMLElement;
  expect(within(foot).queryByRole('button', { name: 'Undo…' })).toBeNull();
  await user.click(within(foot).getByRole('button', { name: 'More actions' }));
  within(await screen.findByRole('dialog', { name: 'Actions' })).getByRole('button', { name: 'Undo…' });
});
