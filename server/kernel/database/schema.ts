import type { ColumnType } from 'kysely';
import type { AuthTables } from './auth-schema.ts';

/** JSON columns take text and give the parsed value. */
export type Json<T> = ColumnType<T, string, string>;

/** Who created a row and who changed it last. */
export interface Stamped {
  /** UTC ISO-8601 with milliseconds, as every time column. */
  created_at: string;
  created_by: string | null;
  /** Hash of the request that made the row: a repeated create answers the same row. */
  created_from: string | null;
  updated_at: string;
  updated_by: string | null;
  /** The name as it then was, for whoever meets a stale edit. */
  updated_by_name: string;
}

export interface UsersTable extends Stamped {
  id: string;
  email: string;
  /** Lower-cased address, unique. */
  email_key: string;
  full_name: string | null;
  phone: string | null;
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
  search: string;
}

export interface RolesTable extends Stamped {
  id: string;
  name: string;
  /** Folded name, unique: names differ in more than the case of their letters. */
  name_key: string;
  description: string;
  color: string | null;
  is_builtin: boolean;
  /** Whoever holds it reaches nothing without a second factor. */
  requires_second_factor: boolean;
}

interface Grant {
  user_id: string;
  created_at: string;
  /** Null for the machine itself. */
  granted_by: string | null;
  /** The name as it then was; the grantor may be gone. */
  granted_by_name: string | null;
}

export interface AuditEntriesTable {
  id: string;
  at: string;
  actor_id: string | null;
  /** The name as it then was. */
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
  /** The name as it then was. */
  location_name: string;
  /** Set where the location came to the subject or went from it. */
  change: 'added' | 'removed' | null;
}

export interface MailOutboxTable {
  id: string;
  to_address: string;
  subject: string;
  /** Sealed; null once delivered. */
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
