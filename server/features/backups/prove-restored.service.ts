import type { App } from '../../kernel/context.ts';
import { makeAdministrator } from '../users/account/administrators.service.ts';
import * as repository from './backups.repository.ts';

const rowsOfEach = 5;
/** What a restore changes: it ends sessions with what depends on them, and leaves a mark. */
const changedByRestore = new Set(['auth_sessions', 'auth_challenges', 'settings']);

/** SQL for the copy alone, so that its reader needs no second factor. */
export const withoutSecondFactors = 'update roles set requires_second_factor = false;\n';

interface Manifest {
  rows: Record<string, number>;
  last_audit_entry?: string | null | undefined;
}

/** Why a restored database is not the one of the manifest, in one sentence; null when it is. */
export async function compareWithManifest(
  { database }: Pick<App, 'database'>,
  { rows, last_audit_entry }: Manifest,
): Promise<string | null> {
  const tables = Object.keys(rows).filter(
    (table) => !changedByRestore.has(table) && !table.startsWith('sqlite_'),
  );
  const counts = await repository.countRows(database.read, tables);
  const different = tables.filter((table) => counts[table] !== rows[table]);
  if (different.length > 0) {
    const named = different.map((table) => `${table} has ${counts[table]} rows instead of ${rows[table]}`);
    return `The restored database differs from the backup: ${named.join(', ')}.`;
  }
  if (last_audit_entry === undefined) return null;
  const last = await repository.findLastAuditEntry(database.read);
  return last === last_audit_entry
    ? null
    : 'The restored database has another last audit entry than the backup.';
}

/**
 * Signs in to the server on a restored database, as an administrator who is added for that, and reads random users and
 * locations. Why that failed, in one sentence; null when every row came.
 */
export async function readRestored(app: App, url: string): Promise<string | null> {
  const { read } = app.database;
  const rows = {
    users: await repository.listRandomRows(read, 'users', rowsOfEach),
    locations: await repository.listRandomRows(read, 'locations', rowsOfEach),
  };
  const { link } = await makeAdministrator(app, {
    ...{ email: `probe-${Date.now()}@proof.invalid`, full_name: 'Proof of a backup', resetsFactor: false },
  });
  const opened = await fetch(`${url}/auth/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'recovery', token_hash: new URL(link).searchParams.get('token_hash') }),
  });
  if (!opened.ok) return `Nobody can sign in to the restored server: it answered ${opened.status}.`;
  const { access_token } = (await opened.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  for (const kind of ['users', 'locations'] as const) {
    for (const { id, updated_at } of rows[kind]) {
      const answer = await fetch(`${url}/api/${kind}/${id}`, { headers });
      const row = (await answer.json()) as { id?: string; updated_at?: string };
      if (!answer.ok || row.id !== id || row.updated_at !== updated_at)
        return `The restored server does not give a row of ${kind}: it answered ${answer.status}.`;
    }
  }
  return null;
}
