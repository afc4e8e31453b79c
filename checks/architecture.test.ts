import { describe, expect, test } from 'vitest';
import { findForbiddenImports } from './support/arrows.ts';
import { findFeatureCircles, findFileCircles } from './support/circles.ts';
import { findStrayRequests, findStraySettings, findStraySql } from './support/habits.ts';
import { readSource } from './support/source-file.ts';
import { isSource, listFiles, readText } from './support/tree.ts';

describe('the house as it stands', () => {
  const files = listFiles()
    .filter(isSource)
    .map((path) => readSource(path, readText(path)));

  test('imports follow the arrows of docs/architecture.md', () => {
    expect(findForbiddenImports(files)).toEqual([]);
  });

  test('no feature knows another in a circle', () => {
    expect([...findFeatureCircles(files, 'server'), ...findFeatureCircles(files, 'web')]).toEqual([]);
  });

  test('no files import each other in a circle', () => {
    expect(findFileCircles(files)).toEqual([]);
  });

  test('SQL stands in repositories, the platform and migrations only', () => {
    expect(findStraySql(files)).toEqual([]);
  });

  test('the browser speaks to the server in web/lib only', () => {
    expect(findStrayRequests(files)).toEqual([]);
  });

  test('settings are read in server/config.ts only', () => {
    expect(findStraySettings(files)).toEqual([]);
  });
});

describe('a broken rule is found', () => {
  test.each([
    ['contract/users.ts', "import 'react';", 'zod/mini and itself only'],
    ['contract/users.ts', "import * as z from 'zod';", 'uses zod/mini'],
    ['contract/users.ts', "import { x } from '../server/x.ts';", 'imports nothing of ours'],
    ['web/lib/x.ts', "import type { X } from '../../server/platform/x.ts';", 'through contract/ only'],
    ['web/lib/x.ts', "const x = await import('../../server/platform/x.ts');", 'through contract/ only'],
    ['web/lib/x.test.ts', "import { x } from '../../server/platform/x.ts';", 'through contract/ only'],
    ['web/lib/x.ts', "import { join } from 'node:path';", 'the browser has no Node'],
    ['server/app.ts', "export * from '../web/lib/x.ts';", 'through contract/ only'],
    ['server/platform/x.ts', "import { y } from '../features/y/y.service.ts';", 'never upward'],
    ['server/platform/x.ts', "import type { App } from '../app.ts';", 'never upward'],
    ['server/features/y/y.service.ts', "type App = import('../../app.ts').App;", 'never upward'],
    ['server/app.ts', "import { x } from './testing/x.ts';", 'only while tests run'],
    ['server/app.ts', "import { x } from './features/x/x.repository.ts';", 'Call its service'],
    ['server/helpers/x.ts', "import { x } from '../platform/x.ts';", 'has the rooms'],
    ['server/features/x/x.routes.ts', "import { x } from './x.repository.ts';", 'with the rule in it'],
    ['server/features/x/x.repository.ts', "import { x } from './x.service.ts';", 'let the service pass in'],
    ['server/features/x/x.service.ts', "import { x } from './x.routes.ts';", 'nothing calls the routes'],
    ['server/features/x/x.service.ts', "import { y } from '../y/y.repository.ts';", 'Call y.service.ts'],
    ['server/features/x/x.service.ts', "import { y } from '../y/rules.ts';", 'Call y.service.ts'],
    ['web/lib/x.ts', "import { X } from '../components/x.tsx';", 'never upward'],
    ['web/components/x.tsx', "import { x } from '../features/x/x.api.ts';", 'never upward'],
    ['web/features/x/x-page.tsx', "import { Shell } from '../../app/shell.tsx';", 'never upward'],
    ['web/features/x/x-page.tsx', "import { Y } from '../y/y-page.tsx';", 'Read it through y.api.ts'],
  ])('in %s: %s', (path, text, teaching) => {
    expect(findForbiddenImports([readSource(path, text)])).toEqual([expect.stringContaining(teaching)]);
  });

  test.each([
    ['contract/users.ts', "import * as z from 'zod/mini'; import { limits } from './limits.ts';"],
    ['server/main.ts', "import { loadConfig } from './config.ts'; import { buildApp } from './app.ts';"],
    ['server/platform/context.ts', "import type { Config } from '../config.ts';"],
    ['server/app.ts', "import { usersRoutes } from './features/users/users.routes.ts';"],
    ['server/features/x/x.routes.ts', "import { addY } from './y.routes.ts';"],
    [
      'server/features/x/x.service.ts',
      "import { y } from '../y/y.service.ts'; import { x } from './x.repository.ts';",
    ],
    [
      'server/features/x/x.test.ts',
      "import { x } from './x.repository.ts'; import { app } from '../../testing/test-app.ts';",
    ],
    [
      'web/features/x/x-page.tsx',
      "import { y } from '../y/y.api.ts'; import { User } from '../../../contract/users.ts';",
    ],
  ])('and a kept one is not, in %s', (path, text) => {
    expect(findForbiddenImports([readSource(path, text)])).toEqual([]);
  });

  test('a circle of features, even by types', () => {
    const files = [
      readSource('server/features/a/a.service.ts', "import { b } from '../b/b.service.ts';"),
      readSource('server/features/b/rules.ts', "import type { C } from '../c/c.service.ts';"),
      readSource('server/features/c/c.service.ts', "import { a } from '../a/a.service.ts';"),
    ];
    expect(findFeatureCircles(files, 'server')).toEqual([expect.stringContaining('a → b → c → a')]);
    expect(findFeatureCircles(files.slice(1), 'server')).toEqual([]);
  });

  test('a circle of files, but not one of types', () => {
    const one = readSource('server/platform/one.ts', "import { two } from './two.ts';");
    const two = readSource('server/platform/two.ts', "export { one } from './one.ts';");
    const typeOnly = readSource('server/platform/two.ts', "import type { One } from './one.ts';");
    expect(findFileCircles([one, two])).toEqual([
      expect.stringContaining('one.ts → server/platform/two.ts → '),
    ]);
    expect(findFileCircles([one, typeOnly])).toEqual([]);
  });

  test.each([
    "import { sql } from 'kysely';",
    "tx.updateTable('users').set({});",
    "reader(ctx).selectFrom('users');",
  ])('SQL in a service: %s', (text) => {
    expect(findStraySql([readSource('server/features/x/x.service.ts', text)])).toHaveLength(1);
    expect(findStraySql([readSource('server/features/x/x.repository.ts', text)])).toEqual([]);
  });

  test.each([
    "fetch('/api/users');",
    "window.fetch('/api/users');",
    "new EventSource('/api/events');",
  ])('a request outside of web/lib: %s', (text) => {
    expect(findStrayRequests([readSource('web/features/x/x.api.ts', text)])).toHaveLength(1);
    expect(findStrayRequests([readSource('web/lib/api-client.ts', text)])).toEqual([]);
  });

  test('a setting that is read past the config', () => {
    const read = 'const port = process.env.PORT;';
    const handed = 'start(loadConfig(process.env));';
    expect(findStraySettings([readSource('server/platform/log.ts', read)])).toHaveLength(1);
    expect(findStraySettings([readSource('server/platform/log.ts', handed)])).toHaveLength(1);
    expect(findStraySettings([readSource('server/main.ts', read)])).toHaveLength(1);
    expect(findStraySettings([readSource('server/main.ts', handed)])).toEqual([]);
  });
});
