import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type ChartColumn, ColumnChart, hatchedBar, solidBar } from './column-chart.tsx';

const series = [
  { label: 'Fuel', look: solidBar },
  { label: 'Merchandise', look: hatchedBar },
];

const column = (key: string, changes: Partial<ChartColumn> = {}): ChartColumn => ({
  ...{ key, label: `Nov ${key}`, shortLabel: key, name: `Nov ${key}`, values: [300, 100] },
  ...changes,
});

function draw(columns: readonly ChartColumn[], onOpen?: (column: ChartColumn) => void) {
  render(
    <ColumnChart
      label="Revenue by day"
      {...{ series, columns, onOpen }}
      formatTick={(value) => `$${value}`}
      height={200}
      details={({ key }) => `About ${key}`}
    />,
  );
  return {
    user: userEvent.setup(),
    columns: within(screen.getByRole('group', { name: 'Revenue by day' })).getAllByRole(
      onOpen ? 'button' : 'img',
    ),
    ticks: screen.getAllByText(/^\$/).map(({ textContent }) => textContent),
  };
}

/** From its top to its bottom, in pixels. */
const barsOf = (element: HTMLElement | undefined) =>
  [...(element?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])].map(({ style }) => [
    Math.round(Number.parseFloat(style.top)),
    Math.round(Number.parseFloat(style.top) + Number.parseFloat(style.height)),
  ]);

test('a chart has round ticks, bars on each other from zero, and a mark of what they are compared with', () => {
  const { columns, ticks } = draw([
    column('20', { mark: 370 }),
    column('21', { values: [-80, 40] }),
    column('22', { values: [null, null] }),
    column('23', { values: [null, 0] }),
  ]);
  expect(ticks).toEqual(['$-100', '$0', '$100', '$200', '$300', '$400']);
  // 40 pixels are 100; zero is at 160. Between two bars is one pixel.
  expect(barsOf(columns[0])).toEqual([
    [40, 159],
    [0, 39],
  ]);
  expect(barsOf(columns[1])).toEqual([
    [160, 191],
    [144, 159],
  ]);
  // Unknown is no 0.
  expect(columns.map((one) => one.querySelector('[data-unknown]') !== null)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(barsOf(columns[2])).toEqual([]);
  const mark = columns[0]?.querySelector<HTMLElement>('[data-mark]');
  expect(mark?.style.top).toBe('11px');
});

test.each([
  { columns: [column('1', { values: [null, null] })], ticks: ['$0', '$1'] },
  { columns: [], ticks: ['$0', '$1'] },
])('a chart without figures has zero at its bottom', ({ columns, ticks: expected }) => {
  const { container } = render(
    <ColumnChart
      label="Revenue by day"
      {...{ series, columns }}
      isWhole
      formatTick={(value) => `$${value}`}
      height={200}
      details={() => null}
    />,
  );
  expect([...container.querySelectorAll('[data-tick]')].map(({ textContent }) => textContent)).toEqual(
    expected,
  );
});

test('the arrows lead through a chart, its small table follows, and Enter opens a column', async () => {
  const onOpen = vi.fn();
  const { user, columns } = draw(
    ['20', '21', '22'].map((key) => column(key)),
    onOpen,
  );
  await user.tab();
  expect(document.activeElement).toBe(columns[2]);
  screen.getByText('About 22');
  await user.keyboard('{ArrowLeft}');
  screen.getByText('About 21');
  await user.keyboard('{Home}{ArrowLeft}{Enter}');
  expect(onOpen.mock.calls.map(([{ key }]) => key)).toEqual(['20']);
  await user.keyboard('{Escape}');
  expect(screen.queryByText(/^About/)).toBeNull();
  await user.tab();
  await user.tab({ shift: true });
  screen.getByText('About 20');
});

test('a finger shows what a column says, and opens it the second time', async () => {
  const onOpen = vi.fn();
  const { user, columns } = draw(
    ['20', '21'].map((key) => column(key)),
    onOpen,
  );
  const touch = { keys: '[TouchA]', target: columns[0] as HTMLElement };
  await user.pointer(touch);
  screen.getByText('About 20');
  expect(onOpen).not.toHaveBeenCalled();
  await user.pointer(touch);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

test('a note stands below its column, and is a dot between many', () => {
  draw(
    Array.from({ length: 30 }, (_, index) =>
      column(String(index), { note: index === 3 ? '1 missing' : null }),
    ),
  );
  const labels = [...document.querySelectorAll('[data-label]')];
  expect(screen.getByText('1 missing').className).toContain('hidden');
  expect(labels.filter((one) => one.querySelector('[data-dot]'))).toEqual([labels[3]]);
  // Not every one of 30 has a label.
  expect(labels.filter((one) => one.textContent?.includes('Nov')).length).toBeLessThanOrEqual(14);
});
