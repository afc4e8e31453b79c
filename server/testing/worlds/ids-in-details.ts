import type { Database } from '../../kernel/database/database.ts';

/**
 * Finds audit entries whose `details` name a user or a location by id, other than the subject. Every reader of the entry
 * sees its details, so locations must be links, which are limited to the reader's scope.
 */
export async function findIdsInDetails({ read }: Database): Promise<string[]> {
  const entries = await read
    .selectFrom('audit_entries')
    .select(['action', 'details', 'subject_type', 'subject_id'])
    .execute();
  const details = entries.map((entry) => ({ ...entry, text: JSON.stringify(entry.details) }));
  // A deleted location is still known to the links of its entries, a deleted user as the subject of one.
  const users = await read.selectFrom('users').select('id').execute();
  const locations = await read.selectFrom('locations').select('id').execute();
  const links = await read
    .selectFrom('audit_entry_locations')
    .select('location_id as id')
    .distinct()
    .execute();
  const subjects = entries.flatMap(({ subject_type, subject_id }) =>
    subject_id && (subject_type === 'user' || subject_type === 'location') ? [{ id: subject_id }] : [],
  );
  const ids = new Set([...users, ...locations, ...links, ...subjects].map(({ id }) => id));
  return details
    .filter(({ text, subject_id }) => text.match(uuids)?.some((id) => id !== subject_id && ids.has(id)))
    .map(({ action, text }) => `audit details of ${action} name a user or a location by id: ${text}`);
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
