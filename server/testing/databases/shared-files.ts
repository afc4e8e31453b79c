import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';

/**
 * Test files of the server that a whole run tries on SQLite and on PostgreSQL, because a database may change what they
 * test: they ask which one it is, act at the same time as other requests, send texts that one of them refuses, or make
 * statements that no other file makes. Found by a log of all statements of each file (docs/decisions/0186).
 */
export const onBoth: readonly string[] = [
  'commands/backup',
  'commands/poisoned',
  'commands/prove-backup',
  'features/audit/access-denials',
  'features/audit/audit',
  'features/audit/audit-scope',
  'features/audit/audit-walks',
  'features/audit/export',
  'features/auth/accounts/one-time-links',
  'features/auth/accounts/sign-up',
  'features/auth/protocol/garbage',
  'features/auth/protocol/limits',
  'features/auth/protocol/protocol',
  'features/auth/second-factor/factor-removal',
  'features/auth/second-factor/recovery-codes',
  'features/backups/backups',
  'features/changes/changes',
  'features/changes/stream',
  'features/dashboard/attention',
  'features/dashboard/dashboard',
  'features/dashboard/joiners-and-leavers',
  'features/exports/exports',
  'features/location-access/location-access',
  'features/locations/locations',
  'features/locations/time-zone',
  'features/metrics/metrics',
  'features/notifications/deliver-notices',
  'features/notifications/notification-emails',
  'features/notifications/notifications',
  'features/notifications/who-hears',
  'features/registers/registers',
  'features/registers/registers-crash',
  'features/registers/registers-files',
  'features/registers/registers-hostile',
  'features/registers/registers-scope',
  'features/registers/sales/sales',
  'features/registers/stock/stock',
  'features/restore/restore',
  'features/roles/roles',
  'features/runs/import/import',
  'features/runs/import/import-runs',
  'features/runs/import/meanings',
  'features/runs/import/real-files',
  'features/runs/run-life',
  'features/runs/work/run-worker',
  'features/search/search',
  'features/sessions/sessions',
  'features/settings/email-sending',
  'features/users/assign/replacement-steps',
  'features/users/users',
  'features/views/views',
  'features/watches/watches',
  'kernel/create-once',
  'kernel/database/migrations',
  'start/start-refusals',
  'system-tests/access',
  'system-tests/access-model',
  'system-tests/added-columns',
  'system-tests/contract-inputs',
  'system-tests/download-failures',
  'system-tests/fuzz',
  'system-tests/list-filters',
  'system-tests/no-changes',
  'system-tests/poisoned-items',
  'system-tests/recheck-actor',
  'system-tests/revocation',
  'system-tests/scoped-lists',
  'system-tests/secrets-at-rest',
  'system-tests/selected-rows',
  'system-tests/several-servers',
  'system-tests/users-who-left',
].map((name) => `server/${name}.test.ts`);

/** The files that a whole run leaves to the other database: chosen by their path, so that none moves when one comes. */
export function filesOfOther(dialect: 'sqlite' | 'postgres'): string[] {
  const files = globSync('server/**/*.test.ts').map((path) => path.replaceAll('\\', '/'));
  const isOfOne = (path: string) => /\.(sqlite|postgres|pure)\.test\.ts$/.test(path);
  return files.filter((path) => !isOfOne(path) && !onBoth.includes(path) && databaseOf(path) !== dialect);
}

function databaseOf(path: string): 'sqlite' | 'postgres' {
  const last = createHash('sha256').update(path).digest().at(-1) ?? 0;
  return last % 2 === 0 ? 'sqlite' : 'postgres';
}
