import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Picker } from './picker.tsx';

test('a picker comes into view whole when it gets the focus, and when a phone keyboard takes its room', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  render(
    <>
      <button type="button">Elsewhere</button>
      <Picker>
        <input type="search" />
        <input type="checkbox" />
      </Picker>
    </>,
  );
  const user = userEvent.setup();
  const box = screen.getByRole('searchbox');
  await user.click(screen.getByRole('button'));
  window.dispatchEvent(new Event('resize'));
  expect(scrolled).not.toHaveBeenCalled();

  await user.click(box);
  expect(scrolled.mock.contexts).toEqual([box.parentElement]);
  window.dispatchEvent(new Event('resize'));
  expect(scrolled).toHaveBeenCalledTimes(2);

  // The picker itself moves the focus from the box to an option.
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  expect(scrolled).toHaveBeenCalledTimes(2);
  scrolled.mockRestore();
});

test('letters typed after a click on an option begin a new search, and the space bar toggles the option', async () => {
  render(
    <Picker>
      <input type="search" defaultValue="211" />
      <input type="checkbox" />
    </Picker>,
  );
  const user = userEvent.setup();
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  const option = screen.getByRole('checkbox');
  await user.click(option);
  await user.keyboard('271');
  expect(document.activeElement).toBe(box);
  expect(box.value).toBe('271');
  await user.click(option);
  await user.keyboard(' ');
  expect(document.activeElement).toBe(option);
  expect(option).toHaveProperty('checked', true);
});

test('without a search box, letters move to the option that begins with them, and Enter takes it', async () => {
  render(
    <Picker>
      <button type="button">is not</button>
      {['Active', 'Ínactive', 'Invited'].map((name) => (
        <label key={name}>
          <input type="checkbox" />
          {name}
        </label>
      ))}
    </Picker>,
  );
  const user = userEvent.setup();
  const option = (name: string) => screen.getByRole('checkbox', { name });
  screen.getByRole('button', { name: 'is not' }).focus();
  await user.keyboard('i');
  expect(document.activeElement).toBe(option('Ínactive'));
  await user.keyboard('nv');
  expect(document.activeElement).toBe(option('Invited'));
  await user.keyboard('{Enter}');
  expect(option('Invited')).toHaveProperty('checked', true);
});
