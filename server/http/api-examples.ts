import type { Example } from '../platform/http/openapi.ts';

const id = '5f0c7b52-6a07-4d0e-8a6f-6f3f3c1f2b10';
const day = '2026-11-20';
const moment = '2026-11-20T14:30:00.000Z';
const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const counts = { created: 0, updated: 0, deactivated: 1, deleted: 0, unchanged: 0, changed: 0, rejected: 0 };
const usersFile = {
  ...{ name: 'users.csv', bytes: 30, sha256: hash, encoding: 'utf-8', separator: ',', header_line: 1 },
  ...{ headers: ['Email'], mapping: ['email'], meanings: [], samples: [['ana.lopez@example.com']] },
};

/** By the name of a member, or as `of.name` where it means something else there. */
const words: Readonly<Record<string, unknown>> = {
  ...{ name: 'Mill Road', address: '1 Mill Road', city: 'Albany', state: 'NY', us_state: 'NY', zip: '12207' },
  ...{ number: '394', location: 'Mill Road', location_name: 'Mill Road', location_number: '394' },
  ...{ time_zone: 'America/New_York', closed_on: null, email: 'ana.lopez@example.com' },
  ...{ full_name: 'Ana Lopez', phone: '(518) 555-0142', employee_number: '1042', is_active: true },
  ...{ 'user.name': 'Ana Lopez', 'invitation.name': 'Ana Lopez', 'to_invite.name': 'Ana Lopez' },
  ...{ 'first.name': 'Ana Lopez', 'recent.name': 'Ana Lopez', manager: 'Ana Lopez', day: '2026-11-20' },
  ...{ log_began: '2026-01-02', not_undone: [], through: null, role: 'Shift lead' },
  ...{ 'role.name': 'Shift lead', 'district.name': 'North', 'cover.ended_at': null, 'district.number': '4' },
  ...{ 'manager.name': 'Ana Lopez', 'district.manager_id': id, 'role.description': 'Runs a location' },
  ...{ color: null, permission: 'users.read', all_locations_role: 'admin', blockers: [] },
  ...{ invitation: 'joined', waiting_email: null, deactivation: null, is_set_up: true },
  ...{ has_second_factor: true, by: 'Ada Owner', created_by: 'Ada Owner', created_by_name: 'Ada Owner' },
  ...{ updated_by_name: 'Ada Owner', sent_by: 'Ada Owner', invited_by: 'Ada Owner', added_by: null },
  ...{ mail_problem: null, link: `https://canopy.example.com/auth/confirm?type=invite&token_hash=${hash}` },
  ...{ token_hash: hash, token: hash, 'register.name': 'Front register', 'registers.name': 'Front register' },
  ...{ 'differing.name': 'Front register', 'register.key': 'canopy_register_mV2nq0Zk' },
  ...{ key_hint: 'canopy_register_mV2n', make: 'Verifone', 'register.version': '52.10', revoked_at: null },
  ...{ store_number: '394', is_manageable: true, document: 'FGM', 'file.name': 'day.xml' },
  ...{ 'register-file.name': 'day.xml', can_read_again: true, received_from: moment, received_to: moment },
  ...{ undone_at: null, next: null, next_id: null, previous_id: null, since: 'c3RhdGUx', cursor: 'c3RhdGUx' },
  ...{ is_exact: true, is_total_exact: true, resets: [], reset: [], q: 'ana lopez', query: 'status=active' },
  ...{ 'view.name': 'Active users', is_own: true, gone: [], 'value.value': 'NY', 'value.name': undefined },
  ...{ 'value.number': undefined, 'value.closed_on': undefined, except: [], field: 'Phone' },
  ...{ before: '(518) 555-0142', after: '(518) 555-0143', 'counted_differently.before': day },
  ...{ action: 'user.updated', sentence: 'Ada Owner edited Ana Lopez', actor: { id, name: 'Ada Owner' } },
  ...{
    'subject.type': 'user',
    'subject.name': 'Ana Lopez',
    via: 'screen',
    run_id: null,
    ip: '203.0.113.7',
  },
  ...{ 'entry.token': null, 'token.name': 'HR export', hint: 'mV2n', allowed_network: '203.0.113.0/24' },
  ...{ last_used_ip: '203.0.113.7', secret: `cnp_${'0'.repeat(36)}` },
  ...{ user_agent: 'Mozilla/5.0', device: 'Chrome on Windows', is_current: true },
  ...{ subject: 'Welcome to Canopy', last_error: null, answer: '250 2.0.0 Ok: queued' },
  ...{ subject_name: 'Mill Road', path: `/locations/${id}`, details: {}, is_read: true, unread: 0 },
  ...{ unseen: 0, is_watched: true, sections_off: [], setup: null, 'week.starts_on': '2026-11-16' },
  ...{ 'change.until': 14, 'change.now': 605_000, 'change.base': 590_000, has_register: true },
  ...{
    has_registers: true,
    has_districts: true,
    has_reported: true,
    has_figures: true,
    yesterday: null,
    'run.kind': 'bulk',
  },
  ...{ 'run.title': 'Deactivate 1 user', 'run.act': 'deactivate', 'run.state': 'done' },
  ...{ 'import.title': 'Import users from users.csv', act: null, planned: counts, applied: counts },
  ...{ 'import.applied': { ...counts, deactivated: 0 }, 'import.planned': { ...counts, deactivated: 0 } },
  ...{ 'import.file': usersFile, file: null, options: null, problem: null, reason: null, confirm: null },
  ...{ undo_of: null, undone_by: null, pending_undo: null, expires_at: null, retryable: 0 },
  ...{ text: 'There is no role called Shift leed', value: 'Shift leed', means: 'Shift lead' },
  ...{ label: 'Use Shift lead', column: 'roles', 'sales-import.name': 'closes.csv' },
  ...{ 'import.name': 'closes.csv', header: 'Date', sample: day, 'option.mapping': [{ is: 'date' }] },
  ...{ totals: [], 'change.grade': null, code: '12', 'department.name': 'Snacks', 'part.name': 'Snacks' },
  ...{ key: 'snacks', grade: '001', 'grade.code': '001', 'grade.name': 'Regular' },
  ...{ 'fuel_by_grade.name': 'Regular', 'fuel-grade.code': '001', 'fuel-grade.name': 'Regular' },
  ...{ 'product.name': 'Chips', 'product.code': '49000000443', 'item.name': 'Chips' },
  ...{ 'item.code': '49000000443', 'tender.code': 'cash', costed: null, proposed: null, about: '' },
  ...{ what: 'Off by $12.40', usual: null, seen: null, 'exception.kind': 'over_short' },
  ...{ 'location.kind': 'over_short', note: 'Pump 3 closed', marks: [], problems: [], problem_count: 0 },
  ...{ 'register-withdrawal.register': id, 'register-withdrawal.location': id, cashier: '7', till: '1' },
  ...{ register: '1', not_understood: [], began: '2026-11-20T05:58:00', ended: '2026-11-20T23:31:00' },
  ...{ revenue: 1_210_000, fuel: 810_000, fuel_gross: 812_300, fuel_discounts: 2_300 },
  ...{ fuel_volume: 2_654_321, merchandise: 400_000, merchandise_gross: 404_500, excluded: 25_000 },
  ...{ tax: 31_000, sales: 412, refunds: 4, 'department.refunds': null, 'part.refunds': null },
  ...{ transactions: 412, amount: 12_345, gross: 12_845, net: 12_345, discounts: 500, promotions: null },
  ...{ volume: 2_654_321, quantity: 2_000, last_price: 249, undecided: null, proposed_excluded: null },
  ...{ proposed_fuel: null, bytes: 18_234, on_hand: 24_000, counted: 26_000, sold_since: 2_000 },
  ...{ reorder_point: 6_000, product_name: 'Canopy' },
  ...{ product_description: 'Back office for stores and forecourts', version: '2.4.1' },
  ...{ support_url: 'https://help.example.com/', session_idle_minutes: 600, invitation_days: 7 },
  ...{ over_short_dollars: 10, large_refund_dollars: 50, paid_outs_dollars: 300, unusual_times: 3 },
  ...{ issuer: 'https://id.example.com', client_id: id, client_secret: 'kept encrypted' },
  ...{ 'provider.label': 'Entra', 'company-sign-in.label': 'Entra', domains: ['example.com'] },
  ...{ 'provider.state': 'on', 'company-sign-in.state': 'on' },
  ...{
    redirect_uri: 'https://canopy.example.com/auth/v1/callback',
    url: 'https://id.example.com/authorize?state=k7',
  },
  ...{ backchannel_logout_uri: 'https://canopy.example.com/auth/v1/backchannel-logout' },
  ...{ post_logout_redirect_uri: 'https://canopy.example.com/login', claims: { sub: 'k7' } },
  ...{
    'step.name': 'Email',
    'step.detail': 'ana.lopez@example.com counts as proven.',
    'company-sign-in.code': hash,
  },
  'openapi.json': { openapi: '3.1.0', paths: {} },
  ...{ fixed: [], 'setting.name': 'Access token lifetime', 'setting.value': '1 hour' },
  ...{ variable: 'ACCESS_TOKEN_SECONDS', meaning: 'The browser renews the token after it' },
  ...{ quiet: { from: 22, to: 7 }, hour: 7, paused_until: null, purpose: 'Sends new users to payroll' },
  ...{
    route: 'GET /api/users',
    status: 200,
    'account.name': 'HR export',
    'service-account.name': 'HR export',
  },
  ...{
    'token.name': 'Nightly',
    hint: 'Ab3d',
    allowed_network: '203.0.113.0/24',
    last_used_ip: '203.0.113.7',
    'unsubscribe.token': hash,
    secret: 'cnp_and 36 characters',
  },
};

/** The ending of a name says what the others are. */
function wordsFor(name: string, of: string): unknown[] {
  const own = `${of}.${name}`;
  if (own in words) return [words[own]];
  const common = name in words ? [words[name]] : [];
  if (/(^|_)id$/.test(name)) return [...common, id];
  if (/(^|_)(on|date)$|^(from|to)$/.test(name)) common.push(day);
  if (/(^|_)(at|of|from|to|until)$/.test(name)) common.push(moment, '2026-11-29T23:59');
  if (/without|left_out/.test(name)) common.push(0);
  return common;
}

const closes = { mapping: [{ is: 'date' }, { is: 'fuel' }], row: 'day', location_id: id };

/** For calls that words do not describe well: queries, and choices of a body. */
const requests: Readonly<Record<string, Example>> = {
  'GET /api/users/values': { query: { field: 'state', status: 'active' } },
  'GET /api/users': { query: { limit: '100', q: 'ana lopez', status: 'active', sort: 'name' } },
  'PATCH /api/users/:id': { body: { phone: '(518) 555-0143' } },
  'GET /api/users/export.csv': { query: { status: 'active', columns: 'email,full_name,roles' } },
  'GET /api/locations': { query: { limit: '100', state: 'NY,VT', sort: 'number' } },
  'PATCH /api/locations/:id': { body: { phone: '(518) 555-0101' } },
  'POST /api/locations/:id/close': { body: { closed_on: '2026-11-30' } },
  'POST /api/runs': {
    body: { about: 'users', act: { act: 'deactivate' }, selection: { query: 'last_sign_in=180' } },
  },
  'POST /api/covers': { body: { user_id: id, location_ids: [id], ends_at: '2026-11-29T23:59' } },
  'POST /api/imports': { query: { name: 'users.csv' } },
  'PUT /api/runs/:id/plan': { body: { mapping: ['email'], blank_clears: ['phone'] } },
  'GET /api/audit': { query: { action: 'user.deactivated', from: '2026-11-01T00:00:00Z', limit: '50' } },
  'POST /api/register-files/by-hand': { query: { name: 'day.xml' } },
  'POST /api/sales-imports': { query: { name: 'closes.csv' } },
  'POST /api/sales-imports/:id/preview': { body: closes },
  'POST /api/sales-imports/:id/apply': { body: closes },
};

/** The beginning of each file that is downloaded or uploaded. '…' are more columns. */
const files: Readonly<Record<string, string>> = {
  'GET /api/users/export.csv': `Id,Email,Full name,Roles\n${id},ana.lopez@example.com,Ana Lopez,Shift lead\n`,
  'POST /api/users/export.csv': `Id,Employee number,Email,…\n${id},1042,ana.lopez@example.com,…\n`,
  'GET /api/locations/export.csv': `Id,Number,Name,…\n${id},394,Mill Road,…\n`,
  'POST /api/locations/export.csv': `Id,Number,Name,…\n${id},394,Mill Road,…\n`,
  'POST /api/imports': 'Email\nana.lopez@example.com\n',
  'GET /api/imports/template.csv': 'Employee number,Email,…\n00042,ana.lopez@northline.example,…\n',
  'GET /api/runs/:id/result.csv': `Id,Name,Line,Result,Reason\n${id},Ana Lopez,1,deactivated,\n`,
  'POST /api/runs/:id/invite-links.csv': `Name,Email,Link,Reason\nAna Lopez,ana.lopez@example.com,${words.link},\n`,
  'GET /api/audit.csv': 'Time (UTC),Who,…\n2026-11-20 14:30:00,Ada Owner,…\n',
  'GET /api/locations/:id/access-on.csv': `User,User (id),Roles,…\nAna Lopez,${id},Shift lead,…\n`,
  'GET /api/users/:id/access-on.csv': `Location,Location (id),Why,…\nMill Road,${id},Assigned,…\n`,
  'GET /api/stream': 'event: hello\ndata: {"cursor":"c3RhdGUx","version":"2.4.1"}\n\n',
  'GET /api/access-list.csv': `User,User (id),Email,…\nAna Lopez,${id},ana.lopez@example.com,…\n`,
  'GET /api/sales/export.csv': 'Location,Number,Trading date,…\nMill Road,394,2026-11-20,…\n',
  'GET /api/sales/compared/export.csv': 'From,To,Locations,…\n2026-11-20,2026-11-20,1,…\n',
  'GET /api/sales/by-location/export.csv': 'Location,Number,State,…\nMill Road,394,NY,…\n',
  'GET /api/sales/by-state/export.csv': 'State,Locations,Days,…\nNY,1,1,…\n',
  'GET /api/sales/breakdown/export.csv': 'Code,Name,Counts as,…\n12,Snacks,merchandise,…\n',
  'GET /api/stock/export.csv': 'Location,Location name,Code,…\n394,Mill Road,49000000443,…\n',
  'POST /api/register-files/by-hand': '<NAXML-MovementReport version="3.4">…',
  'POST /api/sales-imports': 'Date,Fuel\n2026-11-20,8100.00\n',
  'GET /api/sales-imports/:id/left-out.csv': 'Date,Fuel,Line,Reason\nsoon,8100.00,2,There is no such day\n',
};

export const apiExamples = { requests, files, words: wordsFor };
