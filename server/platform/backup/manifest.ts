import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import type { Dialect } from '../database/driver.ts';

/** Why a backup or a restore did not happen, in one sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  commit: z.nullable(z.string()),
  made_at: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  /** The newest migration that the database had. */
  migration: z.string(),
  file: z.enum(['canopy.db', 'canopy.dump']),
  bytes: z.number(),
  sha256: z.string(),
  /** Rows of each table when the backup was read back. */
  rows: z.record(z.string(), z.number()),
  /** Whether `secret.key` lies beside the database file, or SECRET_KEY must be set as it was. */
  key: z.enum(['in the backup', 'SECRET_KEY']),
  /** Tells whether a key is the one of this backup; does not reveal the key. */
  key_check: z.string(),
});

/** What a backup folder holds, and from what it was made: the file `manifest.json` in it. */
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestName = 'manifest.json';
export const keyName = 'secret.key';
export const databaseFiles = { sqlite: 'canopy.db', postgres: 'canopy.dump' } as const satisfies Record<
  Dialect,
  string
>;

/**
 * Reads the manifest of a backup folder.
 * @throws BackupError when the folder holds no backup, or one of another format.
 */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestName), 'utf8');
  } catch {
    throw new BackupError(`${folder} holds no backup: ${manifestName} is missing.`);
  }
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new BackupError(`${join(folder, manifestName)} cannot be read. The backup is damaged, or newer.`);
  }
  return parsed.data;
}

/** A moment as part of a file's name, on every system: 2026-11-21T030000Z. */
export function fileTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
}

/** SHA-256 of a file of any size, in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
