import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findForbiddenImports, findModuleCycles, findStraySql } from './support/import-rules.ts';
import { isSource, listFiles, readSource, readText } from './support/tree.ts';

describe('the code', () => {
  const files = listFiles()
    .filter(isSource)
    .map((path) => readSource(path, readText(path)));

  test('follows the import rules of docs/architecture.md', () => {
    expect(findForbiddenImports(files)).toEqual([]);
  });

  test('has no cycle of modules', () => {
    expect(findModuleCycles(files)).toEqual([]);
  });

  test('has SQL in repositories, kernel, platform and migrations only', () => {
    expect(findStraySql(files)).toEqual([]);
  });

  test('draws the pages outside the shell with components whose styles app.css has', () => {
    const sources = [...readText('web/styles/app.css').matchAll(/@source "\.\.\/(components\/.+)"/g)];
    const styled = sources.flatMap(([, pattern = '']) => globSync(`web/${pattern}`));
    expect(styled.length).toBeGreaterThan(20);
    const isMissing = (path: string) => /^web\/components\/.*\.tsx$/.test(path) && !styled.includes(path);
    const unstyled = files
      .filter(({ path }) => path.startsWith('web/features/auth/') || styled.includes(path))
      .flatMap(({ path, imports }) => imports.map(({ file }) => ({ path, file })))
      .filter(({ file }) => file !== null && isMissing(file))
      .map(({ path, file }) => `${path} uses ${file}: add it to the @source of app.css`);
    expect(unstyled).toEqual([]);
  });
});

describe('findForbiddenImports', () => {
  test.each([
    ['contract/users.ts', "import 'react';", 'zod/mini'],
    ['contract/users.ts', "import * as z from 'zod';", 'zod/mini'],
    ['contract/users.ts', "import { x } from '../server/x.ts';", 'imports nothing of ours'],
    ['contract/lists/x.ts', "import { user } from '../users.ts';", 'Move the shared part into one'],
    ['web/lib/x.ts', "import type { X } from '../../server/platform/x.ts';", 'through contract/ only'],
    ['web/lib/x.ts', "const x = await import('../../server/platform/x.ts');", 'through contract/ only'],
    ['web/lib/x.test.ts', "import { x } from '../../server/platform/x.ts';", 'through contract/ only'],
    ['web/lib/x.ts', "import { serverPartOf } from '../../contract/http/server-part.ts';", 'of its form'],
    ['web/lib/x.ts', "import { join } from 'node:path';", 'the browser has no Node'],
    ['server/app.ts', "export * from '../web/lib/x.ts';", 'through contract/ only'],
    ['server/platform/x.ts', "import { y } from '../features/y/y.service.ts';", 'another product'],
    ['server/platform/x.ts', "import type { App } from '../kernel/context.ts';", 'another product'],
    ['server/platform/x.ts', "import { limits } from '../../contract/fields/limits.ts';", 'another product'],
    ['server/platform/x.ts', "import type { Config } from '../config/config.ts';", 'another product'],
    ['server/kernel/x.ts', "import type { App } from '../app.ts';", 'never upward'],
    ['server/kernel/x.ts', "import { y } from '../features/y/y.service.ts';", 'never upward'],
    ['server/features/y/y.service.ts', "type App = import('../../app.ts').App;", 'app.ts composes'],
    ['server/app.ts', "import { x } from './testing/x.ts';", 'only while tests run'],
    ['server/app.ts', "import { x } from './features/x/x.repository.ts';", 'Call its service'],
    ['server/features/x/x.routes.ts', "import { x } from './x.repository.ts';", 'with the rule in it'],
    ['server/features/x/x.repository.ts', "import { x } from './x.service.ts';", 'let the service pass in'],
    ['server/features/x/x.service.ts', "import { x } from './x.routes.ts';", 'nothing calls the routes'],
    ['server/features/x/x.service.ts', "import { y } from '../y/y.repository.ts';", 'Call a service of y'],
    ['server/features/x/sub/x.service.ts', "import { y } from '../../y/facts.ts';", 'Call a service of y'],
    ['web/lib/x.ts', "import { X } from '../components/x.tsx';", 'never upward'],
    ['web/components/x.tsx', "import { x } from '../features/x/x.api.ts';", 'never upward'],
    ['web/components/x.tsx', "import { X } from '../parts/x.tsx';", 'never upward'],
    ['web/components/x.tsx', "import type { User } from '../../contract/users.ts';", 'Move it to web/parts/'],
    ['web/parts/x.tsx', "import { X } from '../features/x/x-page.tsx';", 'the *.api.ts files only'],
    ['web/features/x/x-page.tsx', "import { Shell } from '../../app/shell.tsx';", 'never upward'],
    ['web/features/x/x-page.tsx', "import { Y } from '../y/y-page.tsx';", 'Read it through y.api.ts'],
  ])('in %s refuses %s', (path, text, instead) => {
    expect(findForbiddenImports([readSource(path, text)])).toEqual([expect.stringContaining(instead)]);
  });

  test.each([
    ['contract/users.ts', "import * as z from 'zod/mini'; import { limits } from './fields/limits.ts';"],
    [
      'server/main.ts',
      "import { loadConfig } from './config/config.ts'; import { buildApp } from './app.ts';",
    ],
    ['server/platform/x.ts', "import type { Endpoint } from '../../contract/http/endpoint.ts';"],
    ['server/kernel/context.ts', "import type { Config } from '../config/config.ts';"],
    ['server/app.ts', "import { usersRoutes } from './features/users/users.routes.ts';"],
    ['server/features/x/x.routes.ts', "import { addY } from './y.routes.ts';"],
    ['server/features/x/x.service.ts', "import { y } from '../y/y.service.ts'; import './x.repository.ts';"],
    ['server/features/x/x.service.ts', "import { y } from '../y/y.rules.ts';"],
    ['server/features/x/x.test.ts', "import './x.repository.ts'; import '../../testing/test-app.ts';"],
    ['web/features/x/x-page.tsx', "import '../y/y.api.ts'; import '../../../contract/users.ts';"],
  ])('in %s allows %s', (path, text) => {
    expect(findForbiddenImports([readSource(path, text)])).toEqual([]);
  });
});

test('findModuleCycles finds a cycle, even one of types', () => {
  const files = [
    readSource('server/features/a/a.service.ts', "import { b } from '../b/b.service.ts';"),
    readSource('server/features/b/rules.ts', "import type { C } from '../c/c.service.ts';"),
    readSource('server/features/c/c.service.ts', "import { a } from '../a/a.service.ts';"),
  ];
  expect(findModuleCycles(files)).toEqual([
    expect.stringContaining('server/features/a → server/features/b → server/features/c → server/features/a'),
  ]);
  expect(findModuleCycles(files.slice(1))).toEqual([]);
});

test('findStraySql finds a query in a service, but not in a repository', () => {
  const text = "tx.updateTable('users').set({});";
  expect(findStraySql([readSource('server/features/x/x.service.ts', text)])).toHaveLength(1);
  expect(findStraySql([readSource('server/features/x/x.repository.ts', text)])).toEqual([]);
});
