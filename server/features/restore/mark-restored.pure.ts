/** From which day the restored data are, until `completeRestore` has run. */
export const restoredKey = 'restored_backup';

/**
 * SQL that runs in the step which puts the data in place. Sessions that ended after the backup would be open again, so
 * all end. It fits the tables of every version.
 */
export function markRestored(madeAt: string): string {
  const value = `'${madeAt.replaceAll("'", "''")}'`;
  return `delete from auth_sessions;
insert into settings (key, value) values ('${restoredKey}', ${value})
on conflict (key) do update set value = excluded.value;
`;
}
