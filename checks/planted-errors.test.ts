import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plantedErrors } from '../server/testing/planted-errors.ts';

test.each(plantedErrors)('it can be planted, and its tests are there: $what', ({ file, text, noticedBy }) => {
  expect(readFileSync(file, 'utf8').split(text)).toHaveLength(2);
  expect(noticedBy.filter((path) => !existsSync(path))).toEqual([]);
});
