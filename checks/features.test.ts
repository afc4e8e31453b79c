import { expect, test } from 'vitest';
import { listFiles } from './support/tree.ts';

test('every feature has a test file of its own', () => {
  expect(findUntested(listFiles())).toEqual([]);
});

test('findUntested finds a feature whose tests are elsewhere', () => {
  const files = [
    'server/features/x/x.service.ts',
    'server/features/y/y.service.ts',
    'server/features/y/list/y-list.test.ts',
    'server/commands/x.test.ts',
    'web/features/x/x-page.tsx',
    'web/features/y/y-page.tsx',
    'web/features/y/y.test.tsx',
  ];
  expect(findUntested(files)).toEqual(['server/features/x', 'web/features/x'].map(inWords));
});

function findUntested(files: readonly string[]): string[] {
  const featureOf = (path: string) => /^(server|web)\/features\/[^/]+(?=\/)/.exec(path)?.[0];
  const tested = new Set(files.filter((path) => /\.test\.tsx?$/.test(path)).map(featureOf));
  const features = [...new Set(files.map(featureOf))];
  return features.flatMap((feature) => (feature && !tested.has(feature) ? [inWords(feature)] : []));
}

function inWords(feature: string): string {
  return `${feature} has no test file: add ${feature}/${feature.split('/').at(-1)}.test.ts, over HTTP or through the screen`;
}
