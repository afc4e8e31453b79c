import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type Department,
  type DepartmentKind,
  decideDepartment,
  type Held,
  listDepartments,
} from '../../../../contract/departments.ts';
import { getSalesDay } from '../../../../contract/registers.ts';
import { makeLocation, serveChain } from '../../../testing/fake-chain.ts';
import { makeDayDetails, nothingHeld } from '../../../testing/fake-registers.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const id = '22222222-2222-4222-8222-222222222222';
const mill = makeLocation({ id, name: 'Mill Road 104' });

function open(path: string, serve: (server: FakeServer) => void, roles = ['admin']) {
  const server = new FakeServer();
  serveChain(server, { locations: [mill] });
  serve(server);
  return openApp(path, { server, signedInAs: profileWith(roles) });
}

const lottery: Department = {
  ...{ code: '30', name: 'Lottery', kind: null, amount: 8300, is_manageable: true },
  counts: [{ kind: 'excluded', basis: 'proposed', registers: 60 }],
  differing: [],
};

test('the Departments page decides for the chain, and says where a register differs', async () => {
  const snacks: Department = {
    ...{ code: '12', name: null, kind: null, amount: null, is_manageable: false },
    counts: [
      { kind: 'merchandise', basis: 'undecided', registers: 59 },
      { kind: 'fuel', basis: 'decided', registers: 1 },
      // No register names it so.
      { kind: 'merchandise', basis: 'undecided', registers: 0 },
    ],
    differing: [{ id: 'register-1', name: 'Mill Road registers', kind: 'fuel' }],
  };
  let answer = { departments: [lottery, snacks], pending_days: 0 };
  const { user, server } = await open('/settings/departments', (server) => {
    server.answer(listDepartments, () => answer);
    server.answer(decideDepartment, ({ body }) => {
      const { code, kind } = body as { code: string; kind: DepartmentKind };
      const departments = answer.departments.map((one) => (one.code === code ? { ...one, kind } : one));
      answer = { departments, pending_days: 1200 };
      return answer;
    });
  });
  const rows = within(await screen.findByRole('list', { name: 'Departments' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('LotteryCode 30 · 60 registers$83.00Last 28 daysKeep as excluded'),
    expect.stringContaining(
      'No nameCode 12 · Merchandise at 59 registers, Fuel at 1 register, Merchandise in spreadsheetsAlso at locations that you do not see: users who manage registers of all of them decide.Decided apart: Mill Road registers (Fuel)—Last 28 days',
    ),
  ]);
  const kind = screen.getByLabelText<HTMLSelectElement>('Kind of Lottery');
  expect(kind.selectedOptions[0]?.textContent).toBe('Excluded (proposed)');
  const unmanaged = screen.getByLabelText<HTMLSelectElement>('Kind of Code 12');
  expect(unmanaged.disabled).toBe(true);
  expect(unmanaged.selectedOptions[0]?.textContent).toBe('Merchandise (undecided)');
  expect(screen.queryByRole('button', { name: /^Keep .*Code 12/ })).toBeNull();
  expect(screen.queryByText(/to recalculate/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep as excluded: Lottery' }));
  await screen.findByText('1,200 days to recalculate. Sales show the former kinds until then.');
  // The keyboard stays in the row when the button goes.
  expect(document.activeElement).toBe(kind);
  expect(kind.value).toBe('excluded');
  await user.selectOptions(kind, 'Merchandise');
  await waitFor(() => expect(kind.value).toBe('merchandise'));
  expect(server.requests('PUT', '/api/departments').map(({ body }) => body)).toEqual([
    { code: '30', name: 'Lottery', kind: 'excluded' },
    { code: '30', name: 'Lottery', kind: 'merchandise' },
  ]);
});

test('who may not change kinds reads why', async () => {
  const serve = (server: FakeServer) =>
    server.answer(listDepartments, {
      departments: [{ ...lottery, is_manageable: false }],
      pending_days: 0,
    });
  await open('/settings/departments', serve, ['viewer']);
  await screen.findByText('Only users who manage registers change kinds.');
  expect(screen.queryByText(/^Also at locations/)).toBeNull();
});

const held: Held = {
  undecided: {
    ...{ amount: 12040, count: 4 },
    departments: ['1', '2', '3'].map((code) => ({ code, name: null })),
  },
  proposed_excluded: { amount: 8300, count: 1, departments: [{ code: '30', name: 'Lottery' }] },
  proposed_fuel: {
    ...{ amount: 732700, count: 2 },
    departments: [
      { code: '1024', name: 'Unleaded' },
      { code: '1025', name: null },
    ],
  },
};

const day = '/locations/22222222-2222-4222-8222-222222222222/sales/2026-03-13';

test('a sum says what it holds that nobody decided about, and one act decides', async () => {
  let now = held;
  const { user, server } = await open(day, (server) => {
    server.answer(getSalesDay, () => makeDayDetails({ location_id: id, held: now }));
    server.answer(decideDepartment, () => {
      now = nothingHeld;
      return { departments: [], pending_days: 0 };
    });
  });
  await screen.findByText('Leaves out $83.00 of Lottery (proposed)');
  screen.getByText('Counts $7,327.00 of Unleaded, code 1025 as fuel (proposed)');
  screen.getByText('Includes $120.40 of 4 departments that nobody has decided about');
  expect(screen.getAllByRole('link', { name: 'Departments' })).toHaveLength(2);
  screen.getByRole('button', { name: 'Count as merchandise: Lottery' });
  await user.click(screen.getByRole('button', { name: 'Exclude: Lottery' }));
  await waitFor(() => expect(screen.queryByText(/\(proposed\)/)).toBeNull());
  const [{ body } = {}] = server.requests('PUT', '/api/departments');
  expect(body).toEqual({ code: '30', name: 'Lottery', kind: 'excluded' });
});

test('who may not decide is led to the departments, and a sum that holds nothing says nothing', async () => {
  await open(day, (server) => server.answer(getSalesDay, makeDayDetails({ held })), ['viewer']);
  await screen.findByText('Leaves out $83.00 of Lottery (proposed)');
  expect(screen.queryByRole('button', { name: /Lottery/ })).toBeNull();
  expect(screen.getAllByRole('link', { name: 'Departments' })).toHaveLength(3);
});
