import { basename, dirname } from 'node:path';
import type { Config } from '../config/config.ts';
import type { BackupOutcome } from '../features/backups/backups.service.ts';
import {
  compareWithManifest,
  readRestored,
  withoutSecondFactors,
} from '../features/backups/prove-restored.service.ts';
import { markRestored } from '../features/restore/mark-restored.pure.ts';
import { knownMigrations } from '../kernel/database/migrate.ts';
import { makeBackup } from '../platform/backup/backup.ts';
import { BackupError, type Manifest, readManifest } from '../platform/backup/manifest.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { makeScratch } from '../platform/backup/scratch.ts';
import { explainFailure } from '../start/explain-failure.ts';
import { openDatabase } from '../start/open-database.ts';

/**
 * Restores a backup beside the data, starts the server on it, signs in and reads. Nothing of it stays.
 * @returns how long it took, in milliseconds.
 * @throws BackupError with the reason.
 */
async function proveBackup(config: Config, folder: string): Promise<number> {
  const begun = performance.now();
  const manifest = readManifest(folder);
  const { remove, ...place } = await makeScratch(dirname(folder), config.database_direct_url);
  try {
    await restoreBackup({ ...config, ...place }, folder, {
      replace: false,
      migrations: await knownMigrations(),
      also: ({ made_at }) => markRestored(made_at) + withoutSecondFactors,
    });
    const problem = await serveScratch({ ...config, ...place, ...apart }, manifest);
    if (problem) throw new BackupError(problem);
    return Math.round(performance.now() - begun);
  } finally {
    await remove();
  }
}

/** Nothing leaves the server on the copy, and no limit that others have used up stops its reader. */
const apart = {
  ...{ host: '127.0.0.1', port: 0, public_url: 'http://localhost', is_local: true, trust_proxy: 0 },
  ...{ smtp_url: undefined, backup_every: undefined, rate_limits: false, log_level: 'silent' as const },
  ...{ access_policy: 'enforced' as const, database_prepared: true },
};

async function serveScratch(config: Config, manifest: Manifest): Promise<string | null> {
  const [{ createCanopy }, { createHttpServer }] = await Promise.all([
    import('../app.ts'),
    import('../http/http-server.ts'),
  ]);
  const server = await createHttpServer(config);
  const database = await openDatabase(config, server.log);
  try {
    const difference = await compareWithManifest({ database }, manifest);
    if (difference) return difference;
    const canopy = await createCanopy({ config, database, server });
    const url = await server.listen({ port: 0, host: config.host });
    const problem = await readRestored(canopy.app, url);
    await canopy.stop();
    return problem;
  } finally {
    await database.close();
  }
}

/** Makes a backup in BACKUP_TO, and proves it if asked. Never rejects. */
export function tryBackup(config: Config, { prove }: { prove: boolean }): Promise<BackupOutcome> {
  return outcomeOf(config, prove, () => makeBackup(config, config.backup_to));
}

/** Proves a backup that is there. Never rejects. */
export function tryProof(config: Config, folder: string): Promise<BackupOutcome> {
  return outcomeOf(config, true, async () => ({ folder, manifest: readManifest(folder) }));
}

async function outcomeOf(config: Config, prove: boolean, make: () => ReturnType<typeof makeBackup>) {
  const outcome: BackupOutcome = {
    ...{ made_at: new Date().toISOString(), name: null, bytes: null, proof_ms: null, problem: null },
  };
  try {
    const { folder, manifest } = await make();
    outcome.name = basename(folder);
    outcome.bytes = manifest.bytes;
    if (prove) outcome.proof_ms = await proveBackup(config, folder);
  } catch (error) {
    outcome.problem = describeProblem(error, config);
  }
  return outcome;
}

function describeProblem(error: unknown, config: Config): string {
  const { backup_to: to } = config;
  if (error instanceof BackupError) return error.message;
  const { code, errcode, message } = error as Error & { code?: unknown; errcode?: unknown };
  if (code === 'ENOSPC' || errcode === 13)
    return `The disk of ${to} is full. Free some space; the earlier backups are still there.`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST')
    return `${to} cannot be written (${code}). Correct BACKUP_TO, or let the server's user write there.`;
  return explainFailure(error, config)?.message ?? message ?? String(error);
}
