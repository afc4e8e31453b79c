/** Text on SQLite, jsonb on PostgreSQL, parsed values in the repositories. */
export const jsonColumns = new Set(['user_metadata', 'amr', 'details', 'recent', 'notices']);
