import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';

/** A path of a migration: `…/migrations/0001_what.ts`. */
export function isMigration(path: string): boolean {
  return /\/migrations\/\d{4}_\w+\.ts$/.test(path);
}

/**
 * Compares migrations, as path and text, with the list of those that landed: lines of a SHA-256 and a file name, as
 * `sha256sum` prints them.
 */
export function findChangedMigrations(
  migrations: readonly { path: string; text: string }[],
  landed: string,
): string[] {
  const hashes = new Map(
    landed
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => line.trim().split(/\s+/))
      .map(([hash = '', name = '']) => [name, hash]),
  );
  const names = new Set(migrations.map(({ path }) => posix.basename(path)));
  const gone = [...hashes.keys()]
    .filter((name) => !names.has(name))
    .map((name) => `${name} landed and is gone: databases that ran it refuse to start. Bring it back.`);
  const changed = migrations.flatMap(({ path, text }) => {
    const name = posix.basename(path);
    const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
    if (!hashes.has(name))
      return [`${path} is not listed: add "${hash}  ${name}" to checks/landed-migrations.txt.`];
    if (hashes.get(name) === hash) return [];
    return [
      `${path} changed after it landed, and databases that ran it keep its old form: undo the change and add a new migration instead. (Is it new and not on main yet? Then its line is "${hash}  ${name}".)`,
    ];
  });
  return [...gone, ...changed];
}

/** Imports by which a migration would change when the code of today does. */
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
