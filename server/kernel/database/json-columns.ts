/** Columns that hold JSON: text on SQLite, jsonb on PostgreSQL, parsed values to the repositories. */
export const jsonColumns = new Set(['user_metadata', 'app_metadata', 'amr', 'details']);
