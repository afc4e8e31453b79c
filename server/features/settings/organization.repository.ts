import type { OrganizationInput } from '../../../contract/organization.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { forUpdate } from '../../platform/database/query.ts';

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
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(stored) })
    .where('key', '=', key)
    .execute();
}

function rows(db: Queryable) {
  return db.selectFrom('settings').select('value').where('key', '=', key);
}

function read(row: { value: string } | undefined): StoredOrganization {
  return JSON.parse(row?.value ?? '{}') as StoredOrganization;
}
