import type { DatabaseSync } from 'node:sqlite';
import type { Insertable } from 'kysely';
import type { Tables } from '../../kernel/database/schema.ts';

const at = '2026-11-20T12:00:00.100Z';
const later = '2031-01-01T00:00:00.000Z';
const odd = 'O’Zoë "quoted" \\ back\tslash, ﬃ 😀 {},\n';
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const stamp = {
  ...{ created_at: at, created_by: null, created_from: null },
  ...{ updated_at: later, updated_by: id(1), updated_by_name: odd },
};
const grant = { created_at: at, granted_by: null, granted_by_name: odd };

/**
 * Rows, parents first, with the values that databases store differently: booleans, JSON, times with
 * and without fractions, nulls, and text with quotes, line ends and characters beyond the first plane. The signing keys are left out, because every
 * server makes them.
 */
export const sampleRows: { [Table in keyof Tables]?: Insertable<Tables[Table]> } = {
  users: {
    ...{ id: id(1), email: 'Zoe@sample.example', email_key: 'zoe@sample.example', full_name: odd },
    ...{ phone: null, employee_number: '007', employee_number_key: '007', is_active: false },
    ...{ search: 'zoe sample', sort_name: odd, ...stamp },
  },
  locations: {
    ...{ id: id(2), name: odd, address: '1 Sample Road', city: 'Albany', state: 'NY', zip: '12207' },
    time_zone: 'America/New_York',
    ...{ phone: null, number: '12', number_key: '12', closed_on: '2026-11-19', search: odd },
    ...{ sort_name: odd, sort_number: '12', sort_city: null, ...stamp },
  },
  roles: {
    ...{ id: id(3), name: odd, name_key: 'sample', description: odd, color: null },
    ...{ is_builtin: false, requires_second_factor: true, ...stamp },
  },
  role_permissions: { role_id: id(3), permission: 'users.read' },
  user_roles: { user_id: id(1), role_id: id(3), ...grant },
  user_locations: { user_id: id(1), location_id: id(2), ...grant },
  districts: { id: id(91), name: odd, name_key: odd, number: null, manager_id: null, ...stamp },
  user_districts: { user_id: id(1), district_id: id(91), ...grant },
  api_tokens: {
    ...{ id: id(90), owner_id: id(1), name: odd, token_hash: odd, hint: 'Ab3d', permissions: 'users.read' },
    ...{
      scope: 'locations',
      allowed_networks: '::1',
      created_at: at,
      created_by: null,
      created_by_name: odd,
    },
    ...{ expires_at: later, renewed_by: null, last_used_at: at, last_used_ip: null, ended_at: null },
    ...{ ended_reason: null, reminded_days: 14 },
  },
  api_token_locations: { token_id: id(90), location_id: id(2) },
  api_token_districts: { token_id: id(90), district_id: id(91) },
  service_accounts: {
    ...{ user_id: id(1), owner_role_id: id(3), purpose: odd, permissions: 'users.read', scope: 'locations' },
    calls: JSON.stringify([{ at, route: odd, status: 200, ip: '::1' }]),
  },
  service_account_locations: { user_id: id(1), location_id: id(2) },
  service_account_districts: { user_id: id(1), district_id: id(91) },
  audit_entries: {
    ...{ id: id(4), at, actor_id: null, actor_name: odd, action: 'user.updated', subject_type: 'user' },
    ...{ subject_id: id(1), subject_name: odd, via: 'screen', ip: '::1', user_agent: odd, run_id: null },
    details: JSON.stringify({ longer: [1.5, null, true], b: { z: odd, a: 1e21 } }),
  },
  audit_entry_locations: {
    ...{ entry_id: id(4), location_id: id(2), at, location_name: odd, change: null },
  },
  list_views: {
    ...{ id: id(5), owner_id: id(1), list: 'users', name: odd, sort_name: null, query: 'q=a%20b' },
    ...{ is_shared: true, ...stamp },
  },
  user_preferences: {
    ...{ user_id: id(1), notifications_seen_at: at, time_zone: 'America/Chicago', digest_due_at: later },
    ...{ email_hour: 6, quiet_from: 22, quiet_to: 5, paused_until: '2026-12-24', digest_sent_at: at },
    ...{ emails_held_until: later, sections_off: JSON.stringify(['silent']) },
    recent: JSON.stringify([{ kind: 'user', id: id(1), weight: 1.5, at }]),
  },
  notifications: {
    ...{ id: id(7), user_id: id(1), kind: 'run', subject_type: 'run', subject_id: id(6), subject_name: odd },
    ...{ location_id: null, count: 3, first_at: at, last_at: later, read_at: null, merge_key: odd },
    ...{ is_in_bell: true, email: 'daily', details: JSON.stringify({ names: [odd], more: false, n: 1.5 }) },
  },
  notice_outbox: {
    ...{ id: id(30), at, failed_at: later },
    notices: JSON.stringify([{ kind: 'run', details: { z: odd, a: [1.5, null] } }]),
  },
  location_notices: {
    ...{
      id: id(31),
      location_id: id(2),
      kind: 'location_users',
      act: 'joined',
      actor_id: null,
      about_id: id(1),
    },
    ...{ run_id: null, details: JSON.stringify({ name: odd }), count: 3, first_at: at, last_at: later },
  },
  notice_marks: { user_id: id(1), notice_id: id(31), read_until: later, email: 'daily' },
  view_watches: {
    ...{ user_id: id(1), view_id: id(5), condition: 'enters', delivery: 'daily', seen_ids: `["${id(1)}"]` },
    ...{ scope_key: 'sample', evaluated_at: at, changes_after: 5, changes_from: at, leased_until: null },
  },
  location_watches: { user_id: id(1), location_id: id(2), created_at: at },
  notification_settings: { user_id: id(1), kind: 'run', is_in_bell: false, email: 'never' },
  runs: {
    ...{ id: id(6), kind: 'bulk', about: 'users', title: odd, state: 'done', file: null, options: null },
    ...{ act: '{"act":"deactivate"}', undo_of: null, total: 1, done: 1, planned: '{}', applied: '{}' },
    ...{ confirm: 3, problem: odd, ip: '::1', user_agent: '', session_id: null, leased_until: at },
    ...{ leased_by: null, faults: 2, retryable: 0, left_out: 1, ended_at: at, expires_at: later },
    ...{ discarded_at: at, ...stamp },
  },
  run_lines: {
    ...{ run_id: id(6), line: 10, cells: '["a",""]', asked: null, subject_id: id(1), subject_name: odd },
    ...{ planned: null, version: at, result: null, reason: odd, reasons: null, changes: '[]', undo: null },
    joined: null,
  },
  run_keys: { run_id: id(6), key: `email:${odd}`, line: 10 },
  settings: { key: 'sample', value: odd },
  mail_outbox: {
    ...{ id: id(7), to_address: 'zoe@sample.example', subject: odd, body: null, state: 'sent', attempts: 1 },
    ...{ next_attempt_at: null, last_error: odd, created_at: at, sent_at: later },
  },
  backups: {
    ...{ id: id(13), made_at: at, name: 'backup-2026-11-20T120000Z', bytes: 5_000_000_000, is_proven: true },
    ...{ proof_ms: 4100, problem: null, is_notified: false },
  },
  register_connections: {
    ...{ id: id(20), name: odd, sort_name: odd, key_hash: 'sample', key_hint: 'canopy', revoked_at: null },
    is_lost: true,
    ...{
      store_number: '0012',
      has_net_departments: true,
      lacks_check_digit: false,
      over_short_sign: 'undecided',
      make: odd,
      version: null,
    },
    ...{ last_file_at: at, ...stamp },
  },
  register_connection_locations: { register_id: id(20), location_id: id(2) },
  register_departments: {
    register_id: id(20),
    code: '12',
    name: odd,
    kind: null,
    ...{ is_fuel_line: true, is_fuel_amount: true },
  },
  register_files: {
    ...{ id: id(21), sender: id(20), register_id: id(20), location_id: id(2), name: odd, sha256: 'sample' },
    ...{ bytes: 12, received_at: at, outcome: 'accepted', reason: odd, document: 'PJR', store_number: null },
    ...{ business_date: '2026-11-19', added_by: null, added_by_name: null, content: 'c2FtcGxl' },
  },
  register_reports: {
    ...{ file_id: id(21), position: 0, location_id: id(2), register_id: id(20), element: 'FGM', period: 2 },
    ...{ business_date: '2026-11-19', arrived: `${at} a`, is_future: false, content: '{}' },
  },
  register_events: {
    ...{
      location_id: id(2),
      identity: odd,
      file_id: id(21),
      register_id: id(20),
      business_date: '2026-11-19',
    },
    ...{ arrived: `${at} a`, is_future: true, content: '{}' },
  },
  register_journals: {
    ...{ file_id: id(21), business_date: '2026-11-19', position: 0, location_id: id(2), register_id: id(20) },
    ...{ arrived: `${at} a`, events: 1, content: '[]' },
  },
  register_tasks: { location_id: id(2), kind: 'day', about: '2026-11-19', content: null, problem: odd },
  register_department_locations: { register_id: id(20), code: '12', location_id: id(2) },
  register_feed: {
    ...{ location_id: id(2), business_date: '2026-11-19', began: '2026-11-19T06:00:00', register_id: id(20) },
    ...{ version: 5_000_000_000, arrived: at, is_future: false, content: '{}' },
  },
  sales_days: {
    ...{
      location_id: id(2),
      business_date: '2026-11-19',
      trading_date: '2026-11-20',
      began: null,
      ended: null,
    },
    ...{ is_closed: true, is_future: false, fuel_gross: 5_000_000_000, fuel_discounts: 0, fuel: -1 },
    ...{
      fuel_volume: null,
      merchandise_gross: null,
      merchandise: 12,
      excluded: null,
      tax: null,
      revenue: 11,
    },
    ...{ sales: 1, refunds: null, marks: '["—"]', content: '{}', is_stale: false, ahead: 5_000_000_000 },
    ...{ undecided: 12, proposed_excluded: null, proposed_fuel: -5_000_000_000 },
    counted: 'day_report/journal',
  },
  sales_day_notes: {
    ...{ location_id: id(2), business_date: '2026-11-19', note: odd, is_closed: true },
    ...{ updated_at: at, updated_by: null, updated_by_name: odd },
  },
  sales_exceptions_seen: {
    ...{ location_id: id(2), business_date: '2026-11-19', kind: 'price', about: '001', what: odd, note: '' },
    ...{ updated_at: at, updated_by: id(1), updated_by_name: odd },
  },
  department_kinds: { code: '12', name: odd, kind: 'excluded' },
  sales_parts: {
    ...{ location_id: id(2), business_date: '2026-11-19', kind: 'department', code: '12', name: odd },
    ...{ counts_as: 'merchandise', basis: 'undecided', trading_date: '2026-11-20', gross: 5_000_000_000 },
    ...{ discounts: null, promotions: 0, refunds: null, amount: -12, quantity: 1500, count: null },
  },
  sales_months: {
    ...{ location_id: id(2), month: '2026-11', kind: 'department', code: '12', name: odd },
    ...{
      counts_as: 'merchandise',
      gross: 5_000_000_000,
      discounts: null,
      promotions: 0,
      refunds: null,
      amount: -12,
    },
    ...{ quantity: 1500, count: null, proposed: null, undecided: -12, days: 1 },
    ...{
      days_without_gross: 0,
      days_without_discounts: 1,
      days_without_promotions: 0,
      days_without_refunds: 1,
    },
    days_without_quantity: 0,
  },
  fuel_grades: { code: '001', name: odd },
  register_products: {
    ...{ location_id: id(2), code: '12', name: odd, search: odd, price: 199, listing: 'active' },
    ...{ listed_at: at, sold_on: null },
  },
  register_stock: {
    ...{ id: id(20), location_id: id(2), code: '12', counted: 24500, counted_at: '2026-11-20T06:00:00' },
    ...{ sold_since: 1000, on_hand: 23500, reorder_point: null, ...stamp },
  },
  register_stock_locations: { location_id: id(2), is_stale: true },
  register_closes: {
    location_id: id(2),
    business_date: '2026-11-20',
    register_id: id(2),
    content: odd,
    imported_at: at,
  },
  close_departments: { location_id: id(2), code: '12', name: odd },
  fuel_costs: { id: id(21), location_id: null, grade: odd, from_date: '2026-11-20', cost: -1 },
  sales_imports: {
    ...{
      id: id(22),
      about: 'closes',
      register_id: null,
      name: odd,
      state: 'new',
      facts: '{}',
      options: null,
    },
    ...{ counts: '{"new":1}', created_at: at, created_by: id(1), created_by_name: odd },
  },
  sales_import_lines: { import_id: id(22), position: 0, content: odd },
  sales_import_changes: {
    ...{ import_id: id(22), position: 1, location_id: null, about: odd, before: null, after: odd },
  },
  register_withdrawals: {
    ...{
      id: id(23),
      sender: null,
      location_id: id(2),
      received_from: null,
      received_to: later,
      files: 1,
      days: 0,
    },
    ...{ created_at: at, created_by: null, created_by_name: odd, undone_at: null },
  },
  register_locks: { location_id: id(2) },
  register_rereading: { id: 1, version: '1.1.0', received_at: at, file_id: id(2), done: 3 },
  changes: { seq: 1, position: 1000, list: 'users', row_id: id(1), act: 'put', audit_id: null, at },
  auth_rate: { key: 'sample:ÿ', window_ends_at: at, count: 4 },
  auth_users: {
    ...{ id: id(1), email: 'zoe@sample.example', password_hash: null, email_confirmed_at: at },
    ...{ confirmation_sent_at: null, recovery_sent_at: later, new_email: null, email_change_sent_at: null },
    ...{ last_sign_in_at: at, user_metadata: JSON.stringify({ full_name: odd }) },
    ...{ created_at: at, updated_at: later },
  },
  auth_sign_ups: {
    ...{ id: id(8), email: 'new@sample.example', password_hash: '$argon2id$', user_metadata: '{}' },
    ...{ token_hash: 'sample', created_at: at, touched_at: at, expires_at: later },
  },
  auth_requests: {
    ...{ id: id(9), kind: 'recovery', email: odd, detail: null, ip: '::1', user_agent: '', created_at: at },
  },
  auth_unlisted: { hour: at, action: 'session.refused', network: '', email: odd, attempts: 9 },
  auth_sessions: {
    ...{ id: id(10), user_id: id(1), created_at: at, refreshed_at: at, seen_at: null, aal: 'aal2' },
    ...{ amr: '[{"method":"totp","timestamp":1795000000}]', ip: '::1', user_agent: odd },
    ...{ refresh_key: 'sample', refresh_counter: 3, refresh_uses: '', factor_id: null, provider_sid: odd },
    ...{ ended_at: later, ended_reason: 'signed_out' },
  },
  auth_one_time_tokens: {
    ...{ token_hash: 'sample', user_id: id(1), purpose: 'recovery', requested_by: null },
    ...{ created_at: at, expires_at: later },
  },
  auth_invitations: {
    ...{ user_id: id(1), token_hash: 'sample', mail_id: null, sent_by: null, sent_at: at, expires_at: later },
  },
  auth_devices: { user_id: id(1), device_hash: 'sample', seen_at: at },
  auth_factors: {
    ...{ id: id(11), user_id: id(1), factor_type: 'totp', friendly_name: odd, name_key: odd },
    ...{ secret: null, status: 'verified', last_step: 58_000_000, created_at: at, updated_at: later },
  },
  auth_challenges: { id: id(12), factor_id: id(11), session_id: id(10), expires_at: later },
  auth_recovery_codes: { factor_id: id(11), code_hash: 'sample', used_at: null },
  auth_providers: {
    ...{ name: 'main', label: odd, issuer: 'https://id.sample.example', client_id: odd, client_secret: null },
    ...{ domains: JSON.stringify(['sample.example']), is_trusted_for_link: true, email_verified: 'not_sent' },
    ...{
      is_second_factor_by_amr: false,
      state: 'on',
      updated_at: at,
      updated_by: null,
      updated_by_name: odd,
    },
  },
  auth_provider_links: {
    ...{ issuer: 'https://id.sample.example', subject: odd, user_id: id(1), provider: 'main', email: odd },
    ...{ id_token: null, created_at: at, last_used_at: later },
  },
  auth_flows: {
    ...{ state_hash: 'sample', provider: 'main', purpose: 'link', secrets: odd, code_challenge: odd },
    ...{ redirect_to: odd, user_id: id(1), session_id: id(10), invitation_hash: null, max_age: 900 },
    ...{ code_hash: null, answer: null, expires_at: later },
  },
};

/** Adds a row to each table without one, by the names and types of its columns. A stricter table needs a row above. */
export function fillEmptyTables(database: DatabaseSync): void {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all();
  for (const { name: table } of tables) {
    if (database.prepare(`select 1 from "${table}" limit 1`).get()) continue;
    const columns = database
      .prepare(`select name, type from pragma_table_info('${table}') where "notnull" or pk`)
      .all();
    const names = columns.map(({ name }) => String(name));
    const values = columns.map(({ type }, n) => (type === 'INTEGER' ? 1 : textFor(names[n] ?? '')));
    const marks = values.map(() => '?').join(', ');
    database.prepare(`insert into "${table}" (${names.join(', ')}) values (${marks})`).run(...values);
  }
}

function textFor(column: string): string {
  if (column.endsWith('_at')) return at;
  // Users, locations and roles have the first ids.
  const parent = ['user_id', 'location_id', 'role_id'].indexOf(column) + 1;
  return column === 'id' || column.endsWith('_id') ? id(parent || 40) : odd;
}
