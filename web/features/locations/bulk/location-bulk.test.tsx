import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Run } from '../../../../contract/runs.ts';
import * as contract from '../../../../contract/runs.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { counts, endedRun, makeRun, serveRuns } from '../../../testing/fake-runs.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

async function openLocations(roles = ['admin']) {
  const server = new FakeServer();
  const locations = ['Airport', 'Depot', 'Harbor'].map((name) =>
    makeLocation({ id: name.toLowerCase(), name }),
  );
  const chain = serveChain(server, { locations });
  const opened = await openApp('/locations', { server, signedInAs: profileWith(roles) });
  await screen.findByText('Airport');
  return { ...opened, chain };
}

test('a bulk act closes locations on a chosen day, and the list shows it', async () => {
  const { server, user, chain } = await openLocations();
  const runs: Run[] = [];
  const { put } = serveRuns(server, runs);
  let asked: unknown;
  server.answer(contract.createRun, ({ body }) => {
    asked = body;
    const { id } = body as { id: string };
    runs.push(makeRun({ id, about: 'locations', title: 'Close 2 locations', act: 'close', total: 30 }));
    return runs[0] as Run;
  });
  server.answer(contract.applyRun, ({ path }) => put(path, { state: 'applying', done: 0 }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Airport' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Harbor' }));
  await screen.findByText('2 locations selected');
  await user.click(screen.getByRole('button', { name: 'Close…' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Close 2 locations' }));
  const day = asking.getByLabelText(/Closed on/);
  await user.clear(day);
  await user.type(day, '2026-11-01');
  await user.click(asking.getByRole('button', { name: 'Preview' }));
  await screen.findByText('Nothing has changed yet.');
  expect(asked).toMatchObject({
    about: 'locations',
    act: { act: 'close', closed_on: '2026-11-01' },
    selection: { ids: ['airport', 'harbor'] },
  });

  const dialog = within(screen.getByRole('dialog', { name: 'Close 2 locations' }));
  await user.click(dialog.getByRole('button', { name: 'Change 2 locations' }));
  for (const one of chain.locations) {
    if (one.name !== 'Depot')
      Object.assign(one, { closed_on: '2026-11-01', updated_at: '2026-11-21T00:00:00.000Z' });
  }
  const ended = { id: runs[0]?.id ?? '', about: 'locations' as const, title: 'Close 2 locations', total: 30 };
  put(`/api/runs/${runs[0]?.id}`, endedRun({ ...ended, applied: counts({ updated: 2, unchanged: 28 }) }));
  await dialog.findByText('2 locations changed. 28 stayed as they were.');
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.getAllByText('Closed Nov 1, 2026')).toHaveLength(2));
  expect(screen.queryByText('2 locations selected')).toBeNull();
});

test('a user who may not edit locations sees no check boxes', async () => {
  await openLocations(['employee']);
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
});

test('the users of the selected locations are shown in their list', async () => {
  const server = new FakeServer();
  const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  const states = ['TX', 'TX', 'NY'];
  const locations = ids.map((id, n) => makeLocation({ id, name: `Depot ${n}`, state: states[n] ?? '' }));
  serveChain(server, { locations });
  const { user } = await openApp('/locations', { server, signedInAs: profileWith(['admin']) });
  const show = async () => await user.click(await screen.findByRole('button', { name: 'Show their users' }));
  const expectAddress = (search: string) =>
    waitFor(() =>
      expect(`${location.pathname}${decodeURIComponent(location.search)}`).toBe(`/users${search}`),
    );
  await user.click(await screen.findByRole('checkbox', { name: 'Select Depot 0' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Depot 2' }));
  await show();
  await expectAddress(`?location=${ids[0]},${ids[2]}`);
});
