import type { ColumnType } from 'kysely';
import type { AuthTables } from './auth-schema.ts';

/** JSON columns are written as text and read as values. */
export type Json<T> = ColumnType<T, string, string>;

/** Who created a row and who changed it last. */
export interface Stamped {
  /** UTC ISO-8601 with milliseconds, like every time column. */
  created_at: string;
  created_by: string | null;
  /** Hash of the request that created the row, so that a repeated request returns the same row. */
  created_from: string | null;
  updated_at: string;
  updated_by: string | null;
  /** The name at that time, shown in the conflict message of a stale edit. */
  updated_by_name: string;
}

export interface UsersTable extends Stamped {
  id: string;
  email: string;
  /** The email in lower case, unique. */
  email_key: string;
  full_name: string | null;
  phone: string | null;
  employee_number: string | null;
  /** Folded, unique. */
  employee_number_key: string | null;
  is_active: boolean;
  search: string;
}

export interface LocationsTable extends Stamped {
  id: string;
  name: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  phone: string | null;
  number: string | null;
  /** Folded, unique. */
  number_key: string | null;
  /** YYYY-MM-DD; null while it is open. */
  closed_on: string | null;
  search: string;
}

export interface RolesTable extends Stamped {
  id: string;
  name: string;
  /** The name in lower case, unique. */
  name_key: string;
  description: string;
  color: string | null;
  is_builtin: boolean;
  /** Users with this role can do nothing without a second factor. */
  requires_second_factor: boolean;
}

interface Grant {
  user_id: string;
  created_at: string;
  /** Null when the system granted it. */
  granted_by: string | null;
  /** The name at that time; the user may be deleted. */
  granted_by_name: string | null;
}

export interface AuditEntriesTable {
  id: string;
  at: string;
  actor_id: string | null;
  /** The name at that time. */
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string | null;
  subject_name: string;
  details: Json<Record<string, unknown>>;
  via: string;
  ip: string;
  user_agent: string;
}

export interface AuditEntryLocationsTable {
  entry_id: string;
  location_id: string;
  /** The time of the entry. */
  at: string;
  /** The name at that time. */
  location_name: string;
  /** Set when the subject got the location or lost it. */
  change: 'added' | 'removed' | null;
}

export interface MailOutboxTable {
  id: string;
  to_address: string;
  subject: string;
  /** Encrypted; null once delivered. */
  body: string | null;
  state: 'pending' | 'kept' | 'sent' | 'failed';
  attempts: number;
  next_attempt_at: string | null;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
}

export interface Tables extends AuthTables {
  users: UsersTable;
  locations: LocationsTable;
  roles: RolesTable;
  role_permissions: { role_id: string; permission: string };
  user_roles: Grant & { role_id: string };
  user_locations: Grant & { location_id: string };
  audit_entries: AuditEntriesTable;
  audit_entry_locations: AuditEntryLocationsTable;
  settings: { key: string; value: string };
  mail_outbox: MailOutboxTable;
  auth_rate: { key: string; window_ends_at: string; count: number };
}
