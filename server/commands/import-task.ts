import { readFile, stat } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import { fileMaxBytes, meaningMaxLength } from '../../contract/fields/limits.ts';
import {
  clearableColumns,
  importColumnIds,
  importColumns,
  isClearable,
  listColumns,
  wordColumns,
} from '../../contract/files/import-columns.ts';
import type { ImportOptions, Meaning, RunSubject } from '../../contract/runs.ts';
import { ConfigError } from '../platform/config-error.ts';
import { UsageError, type Values } from './arguments.ts';
import { createOption } from './command-line.ts';

export const importUsage = `Imports users, locations and stock from CSV files, in the way of the import page; locations come first.
  npm run import -- --users people.csv [--locations locations.csv] [--stock stock.csv] --dry-run | --apply
    [--deactivate-missing] [--replace roles,locations,districts] [--blank-clears phone,closed_on] [--confirm N] [--result result.csv]
    [--mean "STORE MANAGER=manager"]... [--invite [--links links.csv]]
--mean says what a word of the file means that is the name of nothing; nothing after = leaves the word out. It counts in the
columns of roles, locations, districts and status of users and of state and district of locations; "status: on file=active"
names one column.
--invite invites the users who are added. With a mail server it emails them; without one, --links writes their invite links to
a file. A link opens the account of its user, so keep that file secret.
Exit codes: 0 all lines are fine, 1 it could not run, 2 some lines were rejected, 3 it asks for --confirm.
It takes --env-file path, instead of canopy.env in the project folder, and --create, to make a new database.`;

export const importOptions = {
  users: { type: 'string' },
  locations: { type: 'string' },
  stock: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  apply: { type: 'boolean', default: false },
  'deactivate-missing': { type: 'boolean', default: false },
  replace: { type: 'string', default: '' },
  'blank-clears': { type: 'string', default: '' },
  mean: { type: 'string', multiple: true, default: [] as string[] },
  invite: { type: 'boolean', default: false },
  links: { type: 'string' },
  confirm: { type: 'string' },
  result: { type: 'string' },
  ...createOption,
} as const;

export interface FileTask {
  about: RunSubject;
  path: string;
  options: Omit<ImportOptions, 'mapping'>;
  result: string | null;
  links: string | null;
}

export interface ImportTask {
  /** Locations first, because the others name them. */
  files: FileTask[];
  isDryRun: boolean;
  confirm: number | null;
}

/** @throws UsageError */
export function readImportTask(given: Values<typeof importOptions>): ImportTask {
  const paths = (['locations', 'users', 'stock'] as const).flatMap((about) => {
    const path = given[about];
    return path === undefined ? [] : [{ about, path }];
  });
  if (paths.length === 0) throw new UsageError('Name a file with --users, --locations or --stock.');
  if (given['dry-run'] === given.apply) throw new UsageError('Say either --dry-run or --apply.');
  if (given.confirm !== undefined && !/^\d+$/.test(given.confirm)) {
    throw new UsageError(`--confirm must be a number, not '${given.confirm}'.`);
  }
  const replace = listOf('replace', given.replace, listColumns);
  const clears = listOf('blank-clears', given['blank-clears'], clearableColumns);
  if (given.users === undefined && (replace.length > 0 || given['deactivate-missing'])) {
    throw new UsageError('--replace and --deactivate-missing are about --users.');
  }
  if (given.users === undefined && given.invite) throw new UsageError('--invite is about --users.');
  if (given.links !== undefined && !(given.invite && given.apply)) {
    throw new UsageError('--links needs --invite and --apply.');
  }
  const meanings = given.mean.flatMap(readMeaning);
  return {
    files: paths.map(({ about, path }) => ({
      about,
      path,
      options: {
        blank_clears: clears.filter((column) => column in importColumns[about] && isClearable(about, column)),
        replace: about === 'users' ? replace : [],
        deactivate_missing: about === 'users' && given['deactivate-missing'],
        meanings: meanings.filter(({ column }) => column in importColumns[about]),
        invite_new: about === 'users' && given.invite,
      },
      links: about === 'users' ? (given.links ?? null) : null,
      result: resultPath(given.result, about, paths.length > 1),
    })),
    isDryRun: given['dry-run'],
    confirm: given.confirm === undefined ? null : Number(given.confirm),
  };
}

/** 'STORE MANAGER=manager' is for every column of words, 'roles: STORE MANAGER=manager' for one. */
function readMeaning(text: string): Meaning[] {
  const [, named = '', word = '', means] = /^(?:(\w+):)?([^=]*)=(.*)$/s.exec(text) ?? [];
  const column = importColumnIds.find((id) => id === named.toLowerCase());
  const value = (column || !named ? word : `${named}:${word}`).trim();
  if (means === undefined || value === '')
    throw new UsageError(`--mean must look like "word=meaning", not '${text}'.`);
  const longest = Math.max(value.length, means.trim().length);
  if (longest > meaningMaxLength)
    throw new UsageError(`--mean takes at most ${meaningMaxLength} characters a side.`);
  return (column ? [column] : wordColumns).map((column) => ({ column, value, means: means.trim() }));
}

function listOf<Name extends string>(option: string, text: string, known: readonly Name[]): Name[] {
  const names = text.split(',').flatMap((name) => name.trim() || []);
  return names.map((name) => {
    const found = known.find((one) => one === name);
    if (found === undefined)
      throw new UsageError(`--${option} knows ${known.join(', ')}, but not '${name}'.`);
    return found;
  });
}

/** With several files, 'result.csv' becomes 'result-users.csv' and 'result-locations.csv'. */
function resultPath(path: string | undefined, about: RunSubject, isOneOfSome: boolean): string | null {
  if (path === undefined) return null;
  const { ext } = parse(path);
  return isOneOfSome ? `${path.slice(0, path.length - ext.length)}-${about}${ext}` : path;
}

/** @throws ConfigError for a file that is missing or too large. */
export async function readTaskFile(path: string): Promise<{ name: string; bytes: Buffer }> {
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(error.code === 'ENOENT' ? `There is no file ${path}.` : error.message);
  });
  if (size > fileMaxBytes) throw new ConfigError(`${path} is larger than ${fileMaxBytes / 1_000_000} MB.`);
  try {
    return { name: basename(path), bytes: await readFile(path) };
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}
