import { describe, expect, test } from 'vitest';
import { readSource } from './support/source-file.ts';
import { isSource, listFiles, readText } from './support/tree.ts';
import { findDeadExports, findPackageDrift, findUnusedFiles } from './support/unused.ts';

/** Used without being named: by the compiler, as programs, or as the other half of a listed package. */
const quietPackages = [
  /^@types\//,
  /^(typescript|@biomejs\/biome)$/,
  /^(@babel\/core|babel-plugin-react-compiler|@testing-library\/dom|react-dom)$/,
];

describe('nothing is unused', () => {
  const paths = listFiles();
  const files = paths.filter(isSource).map((path) => readSource(path, readText(path)));

  test('no file', () => {
    const starters = paths.filter((path) =>
      /^(package\.json|\.ci\/run|web\/index\.html|.*\.css)$/.test(path),
    );
    expect(findUnusedFiles(files, starters.map(readText).join('\n'))).toEqual([]);
  });

  test('no export', () => {
    expect(findDeadExports(files)).toEqual([]);
  });

  test('no package', () => {
    const manifest: Record<string, Record<string, string>> = JSON.parse(readText('package.json'));
    const listed = ['dependencies', 'devDependencies', 'optionalDependencies']
      .flatMap((kind) => Object.keys(manifest[kind] ?? {}))
      .filter((name) => !quietPackages.some((pattern) => pattern.test(name)));
    const styles = paths.filter((path) => path.endsWith('.css')).map(readText);
    const quiet = (line: string) => quietPackages.some((pattern) => pattern.test(line.split(' ')[0] ?? ''));
    expect(findPackageDrift(files, listed, styles.join('\n')).filter((line) => !quiet(line))).toEqual([]);
  });
});

describe('what is unused is found', () => {
  test('a file that nobody imports, but not one that a tool is told of', () => {
    const files = [
      readSource('server/main.ts', "import './config.ts'; start('./worker.ts');"),
      readSource('server/config.ts', ''),
      readSource('server/worker.ts', ''),
      readSource('server/left-over.ts', ''),
      readSource('server/some.test.ts', ''),
      readSource('web/main.tsx', ''),
    ];
    const found = findUnusedFiles(files, 'node server/main.ts <script src="/main.tsx">');
    expect(found).toEqual([expect.stringContaining('server/left-over.ts')]);
  });

  test('an export, apart from what is only too widely open', () => {
    const library = readSource(
      'server/library.ts',
      'export const used = 1; export const dead = 2; export type Own = 3; export const all: Own = 3; export function viaName() {}',
    );
    const user = readSource(
      'server/user.ts',
      "import { used, all } from './library.ts'; import * as l from './library.ts'; l.viaName();",
    );
    expect(findDeadExports([library, user])).toEqual([expect.stringContaining('nobody uses dead')]);
    const whole = readSource('server/user.ts', "import * as l from './library.ts'; print(l);");
    expect(findDeadExports([library, whole])).toEqual([]);
  });

  test('a package that nobody imports, and one that is not listed', () => {
    const file = readSource(
      'web/x.ts',
      "import 'react/jsx-runtime'; import '@scope/name/part'; import 'node:fs'; import './y.ts';",
    );
    expect(findPackageDrift([file], ['react', 'idle', 'font'], "@import 'font'")).toEqual([
      expect.stringContaining('lists idle'),
      expect.stringContaining('@scope/name is imported but not listed'),
    ]);
  });
});
