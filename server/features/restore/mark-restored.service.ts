/** The setting that says from which day the restored data are, until `completeRestore` has run. */
export const restoredKey = 'restored_backup';

/**
 * The SQL that becomes part of the data in the same step in which a restore puts them in place: it ends every session,
 * because those that ended after the backup would be open again, and leaves a mark for `completeRestore`. It fits the
 * tables of every version.
 */
export function markRestored(madeAt: string): string {
  const value = `'${madeAt.replaceAll("'", "''")}'`;
  return `delete from auth_sessions;
insert into settings (key, value) values ('${restoredKey}', ${value})
on conflict (key) do update set value = excluded.value;
`;
}
