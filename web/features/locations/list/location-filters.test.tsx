import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getRun } from '../../../../contract/runs.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { endedRun } from '../../../testing/fake-runs.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

async function openLocations(search = '') {
  const server = new FakeServer();
  serveChain(server, {
    locations: [
      makeLocation({ name: 'Harbor', number: '20', state: 'NY', user_count: 3, manager_count: 1 }),
      makeLocation({ name: 'Depot', number: '10', state: 'VT', user_count: 2 }),
      makeLocation({ name: 'Quarry', state: 'NY', closed_on: '2026-10-31' }),
    ],
  });
  const opened = await openApp(`/locations${search}`, { server, signedInAs: profileWith() });
  await screen.findByRole('heading', { name: 'Locations', level: 1 });
  return opened;
}

async function expectNames(names: string[]) {
  await waitFor(() => {
    const table = within(screen.getByRole('table', { name: 'Locations', hidden: true }));
    const cells = table.getAllByRole('row', { hidden: true }).slice(1);
    expect(cells.map((row) => row.querySelector('[data-row-main]')?.textContent)).toEqual(names);
  });
}

test('the Locations page filters by state, status and staff, with counts', async () => {
  const { user } = await openLocations('?status=open');
  await expectNames(['Harbor', 'Depot']);
  screen.getByText('2 locations');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('button', { name: 'Staff' }));
  const popover = within(await screen.findByRole('dialog', { name: 'Staff' }));
  const noManager = popover.getByRole('checkbox', { name: /^No manager/ });
  await waitFor(() => expect(noManager.closest('label')?.textContent).toBe('No manager1'));
  await user.click(noManager);
  await expectNames(['Depot']);
  await waitFor(() => expect(location.search).toBe('?status=open&staff=no_manager'));
});

test('the Locations page sorts by number, those without one last', async () => {
  const { user } = await openLocations();
  await expectNames(['Harbor', 'Depot', 'Quarry']);
  await user.click(screen.getByRole('button', { name: 'Number' }));
  await waitFor(() => expect(location.search).toBe('?sort=number'));
  await expectNames(['Depot', 'Harbor', 'Quarry']);
  await user.click(screen.getByRole('button', { name: 'Number' }));
  await expectNames(['Harbor', 'Depot', 'Quarry']);
  screen.getByText('Closed Oct 31, 2026');
});

test('a filter by a run shows the locations that it changed', async () => {
  const server = new FakeServer();
  const [harbor, depot] = [makeLocation({ name: 'Harbor' }), makeLocation({ name: 'Depot' })];
  const run = '00000000-0000-4000-8000-00000000000a';
  serveChain(server, { locations: [harbor, depot], changedBy: { [run]: [depot.id] } });
  const title = 'Close 1 location';
  server.answer(getRun, endedRun({ title }));
  const { user } = await openApp(`/locations?run=${run}`, { server, signedInAs: profileWith() });
  await expectNames(['Depot']);
  screen.getByRole('button', { name: `Changed by: ${title}, Nov 20, 2026` });
  await user.click(screen.getByRole('button', { name: 'Remove the filter Changed by' }));
  await expectNames(['Harbor', 'Depot']);
});
