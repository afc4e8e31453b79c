import { expect, test } from 'vitest';
import { boundsAt, whyDayWaits } from './days.pure.ts';

test('a business date more than two days ahead, ten years ago or after the closing waits', () => {
  const bounds = boundsAt(new Date('2026-02-27T12:00:00Z'));
  const open = { name: 'Mill Road', closed_on: null };
  const waits = ['2026-03-01', '2026-03-02', '2016-02-27', '2016-02-26'].map((date) =>
    whyDayWaits(date, open, bounds),
  );
  expect(waits).toEqual([
    null,
    'Its business date 2026-03-02 is more than 2 days ahead',
    null,
    'Its business date 2016-02-26 is more than 10 years ago',
  ]);
  const closed = { name: 'Mill Road', closed_on: '2026-02-20' };
  expect(whyDayWaits('2026-02-20', closed, bounds)).toBeNull();
  expect(whyDayWaits('2026-02-21', closed, bounds)).toContain('was closed on 2026-02-20');
  expect(boundsAt(new Date('2028-02-29T12:00:00Z')).first).toBe('2018-03-01');
});
