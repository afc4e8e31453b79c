import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import type { Dialect } from '../database/driver.ts';
import { productKey } from '../product.ts';

/** One sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export const databaseFiles = {
  sqlite: `${productKey}.db`,
  postgres: `${productKey}.dump`,
} as const satisfies Record<Dialect, string>;

const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  commit: z.nullable(z.string()),
  made_at: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  /** The newest one. */
  migration: z.string(),
  file: z.enum(Object.values(databaseFiles)),
  bytes: z.number(),
  sha256: z.string(),
  /** Per table, when the backup was read back. */
  rows: z.record(z.string(), z.number()),
  /** The id of the newest audit entry. Earlier versions did not write it. */
  last_audit_entry: z.optional(z.nullable(z.string())),
  /** `secret.key` is next to the database file, or SECRET_KEY must be set to the same key. */
  key: z.enum(['in the backup', 'SECRET_KEY']),
  /** Does not reveal the key. */
  key_check: z.string(),
});

/** The file `manifest.json` in a backup folder. */
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestName = 'manifest.json';
export const keyName = 'secret.key';

/** @throws BackupError when the folder is no backup, or has another format. */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestName), 'utf8');
  } catch {
    throw new BackupError(`${folder} contains no backup: ${manifestName} is missing.`);
  }
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new BackupError(`${join(folder, manifestName)} cannot be read. The backup is damaged, or newer.`);
  }
  return parsed.data;
}

/** 2026-11-21T030000Z, a file name on every system. */
export function fileTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
}

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
