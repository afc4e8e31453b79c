import { transform } from 'oxc-transform-react';
import { expect, test } from 'vitest';
import { isTest, listFiles, readText } from './support/tree.ts';

/** As in `vite.config.ts`, where such a component fails the build of a whole run. */
async function findUncompiled(path: string, text: string): Promise<string[]> {
  const { errors, fatal } = await transform(path, text, { reactCompiler: { panicThreshold: 'all_errors' } });
  return fatal ? [`${path}: ${errors[0]?.message}`] : [];
}

test('the React Compiler compiles every component and hook', async () => {
  const files = listFiles('web').filter((path) => /\.tsx?$/.test(path) && !isTest(path));
  expect(files.length).toBeGreaterThan(400);
  const found = await Promise.all(files.map((path) => findUncompiled(path, readText(path))));
  expect(found.flat()).toEqual([]);
});

test('findUncompiled finds a hook that the compiler cannot compile', async () => {
  const text = 'let n = 0; export function useX() { const [x] = useState(() => ++n); return x; }';
  expect(await findUncompiled('web/x.ts', text)).toEqual([expect.stringContaining('web/x.ts: ')]);
});
