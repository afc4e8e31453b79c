import type { Step } from './columns.ts';

/**
 * Names, numbers and cities are stored as they are sorted (`sortKey` of the contract), because databases fold in ways of
 * their own. The list of users can be sorted by name and by the last sign-in without reading all of it.
 */
export async function up({ run, columns, db, dialect }: Step) {
  await run(
    `alter table users add column sort_name ${columns.key}`,
    `alter table locations add column sort_name ${columns.key}`,
    `alter table locations add column sort_number ${columns.key}`,
    `alter table locations add column sort_city ${columns.key}`,
  );
  for (const { id, full_name } of await db.selectFrom('users').select(['id', 'full_name']).execute()) {
    await db
      .updateTable('users')
      .set({ sort_name: sortKey(full_name) })
      .where('id', '=', id)
      .execute();
  }
  const locations = await db.selectFrom('locations').select(['id', 'name', 'number', 'city']).execute();
  for (const { id, name, number, city } of locations) {
    const sorted = { sort_name: sortKey(name), sort_number: sortKey(number), sort_city: sortKey(city) };
    await db.updateTable('locations').set(sorted).where('id', '=', id).execute();
  }
  await run(
    'create index users_by_name on users (sort_name, id)',
    'create index auth_users_by_last_sign_in on auth_users (last_sign_in_at, id)',
  );
  // States are sorted as they are stored, byte by byte as on SQLite.
  if (dialect === 'postgres') await run(`alter table locations alter column state type ${columns.key}`);
}

function sortKey(text: string | null): string | null {
  const folded = (text ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const key = folded.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(10, '0'));
  return key.length <= 200 ? key || null : [...key].slice(0, 200).join('');
}
