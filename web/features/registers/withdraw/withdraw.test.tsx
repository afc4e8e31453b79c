import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import { listRegisters, revokeRegister } from '../../../../contract/registers.ts';
import {
  createWithdrawal,
  listWithdrawals,
  previewWithdrawal,
  undoWithdrawal,
  type Withdrawal,
} from '../../../../contract/withdrawals.ts';
import { serveChain } from '../../../testing/fake-chain.ts';
import { makeRegister } from '../../../testing/fake-registers.ts';
import { FakeServer } from '../../../testing/fake-server.ts';
import { profileWith } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render-app.tsx';

const now = '2026-11-20T21:05:00.000Z';
const none = { revenue: null, fuel: null, merchandise: null };
const withdrawal: Withdrawal = {
  ...{ id: 'w1', register: { id: 'register-1', name: 'Mill Road registers' }, location: null },
  ...{ received_from: null, received_to: now, files: 3, days: 2 },
  ...{ created_at: now, created_by_name: 'Ada Owner', undone_at: null },
};
const preview: Answer<typeof previewWithdrawal> = {
  ...{ received_to: now, files: 3, locations: 1, days: 2, next: null },
  changes: [
    {
      ...{ location_id: 'mill', location_name: 'Mill Road 104', business_date: '2026-03-13' },
      before: { revenue: 3299, fuel: 2999, merchandise: 300 },
      after: { ...none, revenue: 300, merchandise: 300 },
    },
  ],
};

async function open(answer = preview) {
  const server = new FakeServer();
  serveChain(server, { locations: [] });
  let register = makeRegister();
  const withdrawals: Withdrawal[] = [];
  server.answer(listRegisters, () => ({ registers: [register] }));
  server.answer(listWithdrawals, () => ({ withdrawals }));
  server.answer(previewWithdrawal, answer);
  server.answer(revokeRegister, () => {
    register = { ...register, revoked_at: now, is_lost: true };
    return register;
  });
  server.answer(createWithdrawal, () => {
    withdrawals.push(withdrawal);
    return withdrawal;
  });
  server.answer(undoWithdrawal, () => Object.assign(withdrawals[0] ?? withdrawal, { undone_at: now }));
  const opened = await openApp('/settings?tab=registers', { server, signedInAs: profileWith(['admin']) });
  return { ...opened, server };
}

test('a stolen key is revoked, its files are withdrawn as the preview showed them, and that is undone', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Mill Road registers' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke key' }));
  const revoke = within(await screen.findByRole('alertdialog', { name: 'Revoke Key' }));
  expect(revoke.queryByRole('checkbox')).toBeNull();
  await user.click(revoke.getByRole('radio', { name: /^The key was lost or stolen/ }));
  await user.click(revoke.getByRole('checkbox', { name: 'Then choose which of its files to withdraw' }));
  await user.click(revoke.getByRole('button', { name: 'Revoke' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw Files of Mill Road registers' }));
  await dialog.findByText('3 files at 1 location, 2 days to compute anew.');
  // Only what changes, and what is not known is no 0.
  const [day] = within(dialog.getByRole('list', { name: 'Days that change' })).getAllByRole('listitem');
  expect(day?.textContent).toBe('Mill Road 104 · Mar 13, 2026Revenue$32.99 → $3.00Fuel$29.99 → —');
  await user.type(dialog.getByLabelText('Received from'), '2026-11-19T08:00');
  await user.click(await dialog.findByRole('button', { name: 'Withdraw 3 files' }));
  await screen.findByText('3 files withdrawn');
  expect(server.requests('POST', '/api/register-withdrawals')[0]?.body).toEqual({
    register: 'register-1',
    received_from: new Date('2026-11-19T08:00').toISOString(),
    received_to: now,
  });
  const list = within(await screen.findByRole('region', { name: 'Withdrawn files' }));
  await user.click(
    list.getByRole('button', { name: /^Undo: 3 files of Mill Road registers, received until/ }),
  );
  const undo = within(await screen.findByRole('alertdialog', { name: 'Undo Withdrawal' }));
  await user.click(undo.getByRole('button', { name: 'Undo' }));
  await screen.findByText(/^Withdrawn by Ada Owner, undone/);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
});

test('nothing can be withdrawn when nothing was received', async () => {
  const { user } = await open({ ...preview, files: 0, locations: 0, days: 0, changes: [] });
  await user.click(await screen.findByRole('button', { name: 'Actions for Mill Road registers' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Withdraw files…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Nothing that counts was received then.');
  expect(dialog.getByRole('button', { name: 'Withdraw' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('region', { name: 'Withdrawn files' })).toBeNull();
});
