import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const OLDEST_MAJOR = 15;

/**
 * The folder of PostgreSQL's server programs; null when no sufficient version is installed. Debian has a folder per
 * version outside PATH; the newest is used.
 */
export function findPostgresPrograms(): string | null {
  const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find(isComplete) ?? null;
}

function debianFolders(): string[] {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return [];
  const newestFirst = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(versions, version, 'bin'));
}

/** Client packages contain some of the programs too. Only both programs together make a server. */
function isComplete(folder: string): boolean {
  const postgres = join(folder, 'postgres');
  if (!folder.startsWith('/') || !existsSync(postgres) || !existsSync(join(folder, 'initdb'))) return false;
  const version = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return Number(version.match(/\) (\d+)/)?.[1]) >= OLDEST_MAJOR;
}
