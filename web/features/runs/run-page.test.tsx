import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Run, RunLine } from '../../../contract/runs.ts';
import * as contract from '../../../contract/runs.ts';
import { serveChain } from '../../testing/fake-chain.ts';
import { applyingRun, counts, endedRun, makeLine, makeRun, serveRuns } from '../../testing/fake-runs.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/profiles.ts';
import { openApp } from '../../testing/render-app.tsx';

async function openRun(run: Run, lines: RunLine[] = []) {
  const server = new FakeServer();
  serveChain(server);
  const runs = [run];
  const { put } = serveRuns(server, runs, lines);
  const opened = await openApp(`/runs/${run.id}`, { server, signedInAs: profileWith() });
  await screen.findByRole('heading', { name: run.title, level: 1 });
  return { ...opened, runs, put };
}

const lines = () => screen.getAllByRole('listitem').filter((item) => item.closest('ul[aria-label]'));

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

test('a preview says that nothing is changed yet, shows each line with its reason, and filters them by result', async () => {
  const { user } = await openRun(imported, importedLines);
  await screen.findByText('Preview. Nothing is changed yet.');
  await screen.findByText('555-0101', { exact: false });
  expect(lines()).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Rejected 1' }));
  await waitFor(() => expect(lines()).toHaveLength(1));
  screen.getByText("No role is called 'Manger'. Did you mean Manager?");
  await user.click(screen.getByRole('button', { name: 'Rejected 1', pressed: true }));
  await waitFor(() => expect(lines()).toHaveLength(4));
});

test('a preview asks one question, applies, shows the progress and then the result', async () => {
  const { server, user, put } = await openRun(imported, importedLines);
  server.answer(contract.applyRun, ({ path }) => put(path, { state: 'applying', done: 1 }));
  await user.click(await screen.findByRole('button', { name: 'Apply 2, leave 1 out' }));
  const progress = await screen.findByRole('progressbar', { name: 'Applying the changes' });
  expect(progress.getAttribute('value')).toBe('1');
  screen.getByText('1 of 4');
  put('/api/runs/run-1', {
    ...endedRun({
      kind: 'import',
      title: imported.title,
      total: 4,
      applied: counts({ created: 1, updated: 1, unchanged: 1, rejected: 1 }),
      can: { apply: false, cancel: false, discard: false, retry: true, undo: true },
    }),
  });
  await screen.findByText('1 created, 1 updated, 1 unchanged, 1 rejected.');
  for (const name of ['Download result', 'Download the rejected row', 'Retry 1 failed', 'Undo']) {
    screen.getByRole('button', { name });
  }
  expect(server.requests('POST', '/api/runs/run-1/apply')[0]?.body).toEqual({ confirm: null });
});

test('a run that takes access from many is applied only with the typed number', async () => {
  const { server, user, put } = await openRun(
    makeRun({
      title: 'Deactivate 120 users',
      total: 120,
      planned: counts({ deactivated: 120 }),
      confirm: 120,
    }),
  );
  server.answer(contract.applyRun, ({ path }) => put(path, { state: 'applying', done: 0 }));
  const button = await screen.findByRole('button', { name: 'Apply 120' });
  expect(button).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Type 120 to continue'), '12');
  expect(button).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Type 120 to continue'), '0');
  await user.click(button);
  await screen.findByRole('progressbar');
  expect(server.requests('POST', '/api/runs/run-1/apply')[0]?.body).toEqual({ confirm: 120 });
});

test('a file that changes nothing reads 0 changes and offers nothing to apply', async () => {
  await openRun({ ...imported, total: 12, planned: counts({ unchanged: 12 }) });
  await screen.findByText(/^0 changes\./);
  await screen.findByText(/Everything already matches the file/);
  expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
});

test('a refused application says why and stays a preview', async () => {
  const { server, user } = await openRun(imported, importedLines);
  server.refuse(contract.applyRun, 'conflict', 'The run was canceled meanwhile.');
  await user.click(await screen.findByRole('button', { name: 'Apply 2, leave 1 out' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The run was canceled meanwhile.');
  screen.getByRole('button', { name: 'Apply 2, leave 1 out' });
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
  await screen.findByText('Canceled after 20 of 50 lines. Changes made so far stay: 20 updated.');
  screen.getByRole('button', { name: 'Undo' });
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
  expect(alert.textContent).toBe('Maria Alvarez was deactivated. Changes made so far stay: 1 updated.');
});

test('a run whose server goes away keeps its progress, says so, and goes on when the server is back', async () => {
  const { server, put } = await openRun(applyingRun({ total: 50, done: 20 }));
  await screen.findByText('20 of 50');
  server.isAway = true;
  await screen.findByText(/The run continues/);
  screen.getByText('20 of 50');
  server.isAway = false;
  put('/api/runs/run-1', endedRun({ total: 50, applied: counts({ updated: 50 }) }));
  await screen.findByText('50 updated.');
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
  expect(screen.queryByRole('button', { name: /^Apply|Undo|Stop/ })).toBeNull();
});

test('an undo opens as a run of its own, with its three groups', async () => {
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
      undo_of: { id: 'run-1', title: 'Import users from people.csv' },
      total: 200,
      planned: counts({ updated: 198, changed: 1, rejected: 1 }),
    });
    runs.push(undo);
    return undo;
  });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('heading', { name: 'Undo: Add Manager to 200 users', level: 1 });
  await screen.findByRole('button', { name: 'Reversed 198' });
  screen.getByRole('button', { name: 'Could not be reversed 1' });
  screen.getByRole('button', { name: 'Undo 198, leave 2 out' });
  await user.click(screen.getByRole('button', { name: 'Kept, changed since 1' }));
  await waitFor(() => expect(lines()).toHaveLength(1));
  screen.getByText('Ana changed this since');
});

test('the result and the rejected rows are downloaded', async () => {
  const { server, user } = await openRun(
    endedRun({ kind: 'import', applied: counts({ updated: 1, rejected: 1 }) }),
  );
  server.file(contract.downloadRunResult, 'Email,Reason', 'people-rejected.csv');
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:file';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await user.click(await screen.findByRole('button', { name: 'Download the rejected row' }));
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

test('the page of all runs shows who, what and how it ended', async () => {
  const server = new FakeServer();
  serveChain(server);
  serveRuns(server, [
    imported,
    endedRun({ id: 'run-2', title: 'Close 3 locations', is_own: false, created_by: 'Tom Associate' }),
    endedRun({
      id: 'run-3',
      title: 'Activate 4 users',
      undone_by: { id: 'run-4', ended_at: '2026-11-21T08:00:00.000Z' },
    }),
    makeRun({ id: 'run-5', title: 'Import users from again.csv', planned: counts({ unchanged: 9 }) }),
  ]);
  const { user } = await openApp('/runs', { server, signedInAs: profileWith() });
  const list = within(await screen.findByRole('region', { name: 'Imports and bulk changes' }));
  const [first, second, third, fourth] = await list.findAllByRole('listitem');
  expect(first?.textContent).toContain('You: 1 created, 1 updated, 1 unchanged, 1 rejected');
  expect(first?.textContent).toContain('Ready to apply');
  expect(second?.textContent).toContain('Tom Associate: 2 updatedDone');
  expect(third?.textContent).toContain('Undone');
  expect(fourth?.textContent).toContain('You: 9 unchangedNothing to apply');
  await user.click(list.getByRole('link', { name: imported.title }));
  await screen.findByRole('heading', { name: imported.title, level: 1 });
});
