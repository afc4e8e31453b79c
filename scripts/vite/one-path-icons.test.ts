import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinPaths } from './one-path-icons.ts';

const iconModules = [
  ...readFileSync('web/components/icons/icons.ts', 'utf8').matchAll(/from '(.+\.mjs)'/g),
].map(([, path]) => `node_modules/${path}`);

test.each(iconModules)('%s is drawn by one path', async (file) => {
  const code = readFileSync(file, 'utf8');
  const { __iconNode: nodes } = (await import(`../../${file}`)) as { __iconNode: [string, { d: string }][] };
  const joined = joinPaths(code);
  expect(joined.match(/"path"/g)).toHaveLength(1);
  for (const [, { d }] of nodes) expect(joined).toContain(d);
});

test('an icon that is not made of paths alone fails the build', () => {
  expect(() => joinPaths('const __iconNode = [["circle", { "r": "4" }]];')).toThrow('circle');
  expect(() => joinPaths('const __iconNode = [["path", { "d": "M1 2", "fill": "none" }]];')).toThrow('path');
  expect(() => joinPaths('const __iconNode = [["path", { "d": "m1 2" }]];')).toThrow('path');
  expect(() => joinPaths('const icon = [];')).toThrow('no list');
});
