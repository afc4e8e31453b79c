import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { SourceFile } from './tree.ts';

/** Whether a path is a migration: `…/migrations/0001_what.ts`. */
export function isMigration(path: string): boolean {
  return /\/migrations\/\d{4}_\w+\.ts$/.test(path);
}

export const landedMigrations = 'checks/landed-migrations.txt';

interface Migration {
  path: string;
  text: string;
}

/**
 * Compares migrations with the list of those that landed: lines of a SHA-256 and a file name, as `sha256sum` prints
 * them.
 */
export function findChangedMigrations(migrations: readonly Migration[], landed: string): string[] {
  const hashes = hashesByName(landed);
  const names = new Set(migrations.map(({ path }) => posix.basename(path)));
  const gone = [...hashes.keys()]
    .filter((name) => !names.has(name))
    .map((name) => `${name} landed and is gone: databases that ran it refuse to start. Bring it back.`);
  const changed = migrations.flatMap((migration) => {
    const listed = hashes.get(posix.basename(migration.path));
    if (listed === undefined) return [`${migration.path} is not listed: run npm run format.`];
    if (listed === hashOf(migration)) return [];
    return [
      `${migration.path} changed after it landed, and databases that ran it keep its old form: undo the change and add a new migration instead. (Is it new and not on main yet? Then remove its line from ${landedMigrations} and run npm run format.)`,
    ];
  });
  return [...gone, ...changed];
}

/** The missing lines of the list, each with a line break. */
export function linesOfNewMigrations(migrations: readonly Migration[], landed: string): string {
  const hashes = hashesByName(landed);
  return migrations
    .map((migration) => ({ name: posix.basename(migration.path), hash: hashOf(migration) }))
    .filter(({ name }) => !hashes.has(name))
    .map(({ name, hash }) => `${hash}  ${name}\n`)
    .join('');
}

/** The first migration that servers of the release before it must be able to work with. */
const firstExpanding = '0039';

/** What servers of the release before may still use, or break on: they run beside the new ones during an upgrade. */
const contractions: readonly [what: string, pattern: RegExp][] = [
  ['drops', /\bdrop\s+(?!not\s+null\b)\w+|\.drop[A-Z]\w+\(/i],
  ['renames', /\brename\s+(?:to|column|constraint|\w+\s+to)\b|\.rename[A-Z]\w+\(/i],
  ['sets not null', /\bset\s+not\s+null\b|\.setNotNull\(/i],
  [
    'changes a type',
    /\balter\s+type\b|\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b|\.setDataType\(/i,
  ],
  ['adds a constraint', /\badd\s+(?:constraint\b|check\b|foreign\s+key\b|unique\b|primary\s+key\b)/i],
  [
    'adds a column that earlier servers do not fill',
    /\badd\s+column\b(?:(?!\bdefault\b)[^'"`])*?\bnot\s+null\b(?![^'"`]*\bdefault\b)/i,
  ],
];

/**
 * Finds migrations that take something away from the servers of the release before without saying since when those no
 * longer use it: `export const contractOf = '0040_name';` names the newest migration of the first such release.
 */
export function findUndeclaredContractions(migrations: readonly Migration[]): string[] {
  const names = migrations.map(({ path }) => posix.basename(path, '.ts')).sort();
  return migrations.flatMap(({ path, text }) => {
    const name = posix.basename(path, '.ts');
    if (name < firstExpanding) return [];
    const found = contractions
      .filter(([, pattern]) => pattern.test(withoutComments(text)))
      .map(([what]) => what);
    const contractOf = /^export const contractOf = '(\w+)';$/m.exec(text)?.[1];
    if (contractOf === undefined)
      return found.map(
        (what) =>
          `${path} ${what}, and servers of the release before break on it during an upgrade: only add, or export contractOf (docs/decisions/0086).`,
      );
    if (names.includes(contractOf) && contractOf < name && contractOf >= firstExpanding) return [];
    return [
      `${path} has contractOf '${contractOf}', which is no migration before it since ${firstExpanding}.`,
    ];
  });
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function hashesByName(landed: string): Map<string, string> {
  const lines = landed.split('\n').filter((line) => line.trim() !== '');
  return new Map(lines.map((line) => line.trim().split(/\s+/)).map(([hash = '', name = '']) => [name, hash]));
}

function hashOf({ text }: Migration): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

/** Finds imports that would change a migration when current code changes. */
export function findLivingImports(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isMigration(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => file && posix.dirname(file) !== posix.dirname(path))
        .map(
          ({ specifier }) =>
            `${path} imports ${specifier}, which will change: write into the migration what it needs of it today.`,
        ),
    );
}
