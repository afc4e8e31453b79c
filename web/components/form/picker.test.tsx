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
