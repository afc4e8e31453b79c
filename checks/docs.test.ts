import { describe, expect, test } from 'vitest';
import { settingNames } from '../server/config/config.ts';
import {
  countWords,
  type Facts,
  findForeignCitations,
  findGoneDecisions,
  findStaleWords,
  findUndocumented,
} from './support/docs.ts';
import { isSource, listFiles, readText } from './support/tree.ts';

describe('the documents', () => {
  const files = listFiles();
  const scripts = Object.keys(JSON.parse(readText('package.json')).scripts);
  const docs = files
    .filter((path) => /^(README|CONTRIBUTING|docs\/.*)\.md$/.test(path))
    .map((path) => ({ path, text: readText(path) }));

  test.each([
    'README.md',
    'CONTRIBUTING.md',
    'docs/architecture.md',
    'docs/add-an-entity.md',
    'docs/data-model.md',
    'docs/measurements.md',
    'docs/operations.md',
    'docs/security.md',
    'docs/specification.md',
  ])('%s exists', (path) => {
    expect(docs.map((doc) => doc.path)).toContain(path);
  });

  test('a decision is one choice of at most 250 words and 40 lines, and figures are in docs/measurements.md', () => {
    const decisions = docs.filter(({ path }) => path.startsWith('docs/decisions/'));
    expect(decisions.length).toBeGreaterThan(30);
    const long = decisions
      .map(({ path, text }) => ({ path, words: countWords(text), lines: text.split('\n').length }))
      .filter(({ words, lines }) => words > 250 || lines > 41);
    expect(long, 'Shorten these decisions, or split them by choice').toEqual([]);
    expect(decisions.filter(({ text }) => /^\|/m.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('name only commands, settings and files that exist', () => {
    const isText = (path: string) =>
      /\.(ts|tsx|mjs|json|html|css)$|^\.ci\/run$/.test(path) && path !== 'package-lock.json';
    const words = files.filter(isText).flatMap((path) => readText(path).match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []);
    const facts = { files, scripts, names: new Set(words) };
    expect(docs.flatMap((doc) => findStaleWords(doc, facts))).toEqual([]);
  });

  test('name only decisions that have a page, and so do the sources', () => {
    const pages = files.flatMap((path) => path.match(/^docs\/decisions\/0*(\d+)/)?.[1] ?? []);
    const sources = files
      .filter((path) => isSource(path) && !/^checks\/.*docs|\/migrations\//.test(path))
      .map((path) => ({ path, text: readText(path) }));
    expect([...docs, ...sources].flatMap((doc) => findGoneDecisions(doc, new Set(pages)))).toEqual([]);
  });

  test.each([
    [/^docs\/decisions\//, 13_500],
    [/^(docs\/[\w-]+|README|CONTRIBUTING|CHANGELOG)\.md$/, 31_700],
  ])('the pages of %s have no more words than they may: a new one takes the place of others', (folder, most) => {
    const pages = files.filter((path) => folder.test(path) && path.endsWith('.md'));
    const words = pages.reduce((sum, path) => sum + countWords(readText(path)), 0);
    expect(words).toBeGreaterThan(most / 2);
    expect(words).toBeLessThanOrEqual(most);
  });

  test('explain every setting and every command', () => {
    const manuals = docs.filter(({ path }) => path === 'README.md' || path === 'docs/operations.md');
    expect(findUndocumented(manuals, settingNames, scripts)).toEqual([]);
  });
});

test('every table of the schema has a docstring', () => {
  const schema = ['schema.ts', 'auth-schema.ts']
    .map((file) => readText(`server/kernel/database/${file}`))
    .join('');
  const members = [...schema.matchAll(/interface (?:Auth)?Tables\b.*?\n\}/gs)].map(([body]) => body).join('');
  const tables = [...members.matchAll(/^ {2}(\w+): (\w+)?/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }));
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['users', 'user_roles', 'auth_users']),
  );
  const isDescribed = ({ name, type }: { name: string; type: string }) =>
    schema.includes(`*/\nexport interface ${type} `) || schema.includes(`*/\n  ${name}:`);
  const missing = tables.filter((table) => !isDescribed(table)).map(({ name }) => name);
  expect(missing, 'Say in a docstring of the schema what these tables hold').toEqual([]);
});

test('sources cite no document from outside of the repository', () => {
  const sources = listFiles().filter((path) => isSource(path) && !/^checks\/|\/migrations\//.test(path));
  const texts = sources.map((path) => ({ path, text: readText(path) }));
  expect(texts.flatMap(findForeignCitations)).toEqual([]);
});

describe('findStaleWords', () => {
  const facts: Facts = {
    files: [
      'README.md',
      'server/main.ts',
      'server/features/users/users.service.ts',
      'docs/operations.md',
      'docs/look.png',
    ],
    scripts: ['start', 'seed'],
    names: new Set(['PORT', 'DATA_DIR', 'SIGNED_IN']),
  };
  const stale = (text: string) => findStaleWords({ path: 'docs/operations.md', text }, facts);

  test.each([
    ['`npm run backup`', 'npm run backup'],
    ['```sh\nnpm test\n```', 'npm run test'],
    ['`OLD_SETTING`', 'OLD_SETTING'],
    ['`HOME_PORT=80 npm start`', 'HOME_PORT'],
    ['`server/gone.ts`', 'server/gone.ts'],
    ['`server/gone/`', 'server/gone/'],
    ['`users.repository.ts`', 'users.repository.ts'],
    ['`server/features/*/*.routes.ts`', 'routes.ts'],
    ['```text\nserver/\n  gone.ts  nobody\n```', 'gone.ts'],
    ['see [the documents](gone.md)', 'gone.md'],
  ])('finds the missing %s', (text, word) => {
    expect(stale(text)).toEqual([expect.stringContaining(word)]);
  });

  test.each([
    '`npm start`, `npm run seed -- --users 3`, `npm ci`',
    '`PORT=80 npm start`, `DATA_DIR`, `PUT`, `SIGNED_IN`',
    '`server/main.ts`, `server/`, `users.service.ts`, `server/features/*/*.service.ts`, `data/outbox/`',
    '`/api/users`, `application/json`, `x.routes.ts`, `server/features/x/x.test.ts`, `migrations/NNNN_what.ts`, `1.0.0`',
    '[a](../README.md#top) [b](look.png) [c](https://example.com/gone.md) [d](#here)',
  ])('accepts names that exist: %s', (text) => {
    expect(stale(text)).toEqual([]);
  });
});

test('countWords counts the words below the title', () => {
  expect(countWords('# 1. A title\n\n2026-11-23\n\n- **One** word, `code`: 0.2 ms → 3.\n')).toBe(7);
});

test.each([
  ['/** Why: decision 12. */', ['12']],
  ['As decisions 3, 12 and [13](0013-x.md) say.', ['12', '13']],
  ['Decisions 3 to 5, and docs/decisions/0014.', ['4', '5', '14']],
  ['Decision 3 stays, and 12 rows.', []],
])('findGoneDecisions finds the decisions without a page in %j', (text, gone) => {
  expect(findGoneDecisions({ path: 'x.ts', text }, new Set(['3']))).toEqual(
    gone.map((number) => expect.stringContaining(`decision ${number},`)),
  );
});

test('findUndocumented finds settings and commands that no document explains', () => {
  const doc = { path: 'README.md', text: 'Set PORT, then `npm start`.' };
  expect(findUndocumented([doc], ['PORT', 'HOST'], ['start', 'seed'])).toEqual([
    expect.stringContaining('HOST'),
    expect.stringContaining('npm run seed'),
  ]);
});

test.each([
  ['/** The table (protocol section 5). */', 'protocol section 5'],
  ['// As design\n  // section 9 says.', 'design section 9'],
  ['/** Section 2 says why. */', 'Section 2'],
])('findForeignCitations finds %j', (text, citation) => {
  expect(findForeignCitations({ path: 'server/x.ts', text })).toEqual([expect.stringContaining(citation)]);
});

test.each([
  '/** See auth protocol, section 4.2. */',
  '/**\n * See auth protocol,\n * section 4.2.\n */',
  '/** docs/specification.md, section 8 */',
  '/** RFC 5322, section 3.2.3 */',
  'The sections below explain it.',
])('findForeignCitations accepts %j', (text) => {
  expect(findForeignCitations({ path: 'server/x.ts', text })).toEqual([]);
});
