import type { OrganizationInput } from '../../../contract/organization.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { forUpdate } from '../../platform/database/query.ts';

const columns = ['id', 'to_address as to', 'subject', 'created_at', 'state', 'last_error'] as const;

export function listEmails(db: Queryable, limit: number) {
  return db
    .selectFrom('mail_outbox')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function findEmail(db: Queryable, id: string) {
  const emails = db.selectFrom('mail_outbox').select([...columns, 'body']);
  return emails.where('id', '=', id).executeTakeFirst();
}

/** Empty before the first change. */
export type StoredOrganization = Partial<
  OrganizationInput & { updated_at: string; updated_by: string | null; updated_by_name: string }
>;

const key = 'organization';

export async function findOrganization(db: Queryable): Promise<StoredOrganization> {
  return read(await rows(db).executeTakeFirst());
}

export async function lockOrganization(tx: Transaction): Promise<StoredOrganization> {
  return read(await forUpdate(tx, rows(tx)).executeTakeFirst());
}

export async function updateOrganization(tx: Transaction, stored: StoredOrganization): Promise<void> {
  const settings = tx.updateTable('settings').set({ value: JSON.stringify(stored) });
  await settings.where('key', '=', key).execute();
}

function rows(db: Queryable) {
  return db.selectFrom('settings').select('value').where('key', '=', key);
}

function read(row: { value: string } | undefined): StoredOrganization {
  return JSON.parse(row?.value ?? '{}') as StoredOrganization;
}
