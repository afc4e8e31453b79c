import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyTree, edits, newFiles, type Tree } from './support/example-entity.ts';
import { readText } from './support/tree.ts';

/** Above the limit of the compiler on a busy machine. */
const timeout = 300_000;
let tree: Tree;
beforeAll(() => {
  tree = copyTree();
});
afterAll(() => tree.remove());

test('docs/add-an-entity.md names the files and edits of the example, at most 12 and 6', () => {
  const paper = readText('docs/add-an-entity.md');
  const named = (heading: string) =>
    [...(paper.split(`## ${heading}`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)]
      .map(([, path = '']) =>
        path.replaceAll(/\bx\b(?=[./-])/g, 'suppliers').replace('NNNN_x', '0900_suppliers'),
      )
      .map((path) =>
        path.replace('add-suppliers', 'add-supplier').replace('delete-suppliers', 'delete-supplier'),
      )
      .sort();
  expect(named('New files')).toEqual(newFiles);
  expect(named('Edits')).toEqual(Object.keys(edits).sort());
  expect(newFiles.length).toBeLessThanOrEqual(12);
  expect(Object.keys(edits).length).toBeLessThanOrEqual(6);
});

/** `npm run faults -- paper` leaves out one step after the other. */
test('an entity made as docs/add-an-entity.md says compiles', { timeout }, async () => {
  tree.leaveOut();
  expect(await tree.compile()).toBe('');
});
