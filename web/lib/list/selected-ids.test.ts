import { expect, test } from 'vitest';
import { bodyMaxBytes, selectedMaxCount } from '../../../contract/fields/limits.ts';
import { selectedIds } from './selected-ids.ts';

const idsOf = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

test('as many rows as can be chosen one by one fit into a request', () => {
  const ids = idsOf(selectedMaxCount);
  expect(JSON.stringify({ ids: selectedIds(ids) }).length).toBeLessThan(bodyMaxBytes - 100_000);
});

test('more rows are refused before they are sent, with what to do instead', () => {
  expect(() => selectedIds(idsOf(selectedMaxCount + 1))).toThrow(
    'At most 20,000 rows can be chosen one by one, and these are 20,001. Select all that match, or show fewer with a filter.',
  );
});
