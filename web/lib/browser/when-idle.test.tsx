import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { startLive } from '../../testing/fake-changes.ts';

const ways: Record<string, (user: UserEvent) => Promise<void>> = {
  'points at a button': (user) => user.hover(screen.getByText('Add')),
  'points at a check box': (user) => user.hover(screen.getByRole('checkbox')),
  'reaches a button with the keyboard': (user) => user.tab(),
};

test.for(Object.keys(ways))('whenNearButton waits until the user %s', async (way) => {
  startLive();
  // It waits once for the whole page.
  vi.resetModules();
  const { whenNearButton } = await import('./when-idle.ts');
  const user = userEvent.setup();
  const run = vi.fn();
  render(
    <>
      <input aria-label="Search" />
      <button type="button" tabIndex={way.endsWith('keyboard') ? 0 : -1}>
        <span>Add</span>
      </button>
      <input type="checkbox" tabIndex={-1} />
    </>,
  );
  whenNearButton(run);
  await user.click(screen.getByLabelText('Search'));
  await user.keyboard('garcia');
  await new Promise((resolve) => setTimeout(resolve));
  expect(run).not.toHaveBeenCalled();
  await ways[way]?.(user);
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), { timeout: 60_000 });
});
