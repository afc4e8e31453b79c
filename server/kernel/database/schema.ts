import type { ColumnType, Generated } from 'kysely';
import type { ChangeList } from '../../../contract/changes.ts';
import type { DepartmentBasis, DepartmentKind } from '../../../contract/departments.ts';
import type { EmailTime, NotificationKind } from '../../../contract/notifications/notification-kinds.ts';
import type { EmailSection, NotificationDetails } from '../../../contract/notifications/notifications.ts';
import type { Figures, OverShortSign } from '../../../contract/registers.ts';
import type { LineResult, RunState, RunSubject } from '../../../contract/runs.ts';
import type { ExceptionKind } from '../../../contract/sales-exceptions.ts';
import type { AccountCall } from '../../../contract/service-accounts.ts';
import type { tokenScopes } from '../../../contract/tokens.ts';
import type { ViewList } from '../../../contract/views.ts';
import type { MailTables } from '../../platform/email/outbox.repository.ts';
import type { RateTables } from '../../platform/rate-limit.ts';
import type { AuthTables } from './auth-schema.ts';

/** `account` is the receiver's own. */
export type NotificationSubjectType =
  | ('account' | 'location' | 'user' | 'run' | 'backup' | 'view' | 'cover')
  | 'service_account';

/** JSON columns are written as text and read as values. */
export type Json<T> = ColumnType<T, string, string>;

export interface Stamped {
  /** UTC ISO-8601 with milliseconds, like every time column. */
  created_at: string;
  created_by: string | null;
  /** Hash of the request, so that a repeated request returns the same row. */
  created_from: string | null;
  updated_at: string;
  updated_by: string | null;
  /** The name at that time, shown in the conflict message of a stale edit. */
  updated_by_name: string;
}

/** Profiles of users. The account, with the same id, is in `auth_users`. */
export interface UsersTable extends Stamped {
  id: string;
  email: string;
  /** In lower case, unique. */
  email_key: string;
  full_name: string | null;
  phone: string | null;
  employee_number: string | null;
  /** Folded, unique. */
  employee_number_key: string | null;
  is_active: boolean;
  /** Folded name, email, phone and employee number. */
  search: string;
  /** Null without a name. */
  sort_name: string | null;
}

/** Stores and fuel stations. */
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
  /** IANA name. A server of a release before this column writes none, which is 'UTC'. */
  time_zone: string;
  /** Folded name, address, city with state and ZIP code, phone and number. */
  search: string;
  sort_name: string | null;
  sort_number: string | null;
  sort_city: string | null;
  district_id: string | null;
}

/** Named groups of locations, one level. The manager is shown and notified; only `user_districts` gives access. */
export interface DistrictsTable extends Stamped {
  id: string;
  name: string;
  /** Folded, unique. */
  name_key: string;
  number: string | null;
  manager_id: string | null;
}

/** Access of a user to a location for a time. Whether it is on now is decided when it is read. */
export interface CoversTable extends Grant {
  id: string;
  location_id: string;
  starts_at: string;
  ends_at: string;
  reason: string | null;
  /** Before `ends_at`, by a user. */
  ended_at: string | null;
  ended_by: string | null;
  ended_by_name: string | null;
  /** When the audit log got its start and its end, and who is concerned their reminder. */
  reported_start_at: string | null;
  reported_end_at: string | null;
  reminded_at: string | null;
}

/** Roles. Migrations add the built-in ones. */
export interface RolesTable extends Stamped {
  id: string;
  name: string;
  /** In lower case, unique. */
  name_key: string;
  description: string;
  color: string | null;
  is_builtin: boolean;
  /** Users with this role can do nothing without a second factor. */
  requires_second_factor: boolean;
}

/** A saved view of a list. Personal ones are deleted with their owner, shared ones stay. */
export interface ListViewsTable extends Stamped {
  id: string;
  /** Null for a shared view whose owner was deleted. */
  owner_id: string | null;
  list: ViewList;
  name: string;
  sort_name: string | null;
  /** The query of the page's URL. */
  query: string;
  is_shared: boolean;
}

/** A user or location that the user opened from the command box. */
export interface RecentPick {
  kind: 'user' | 'location';
  id: string;
  /** How often, as of `at`: it halves in seven days. */
  weight: number;
  at: string;
}

/**
 * What a user chose or saw. Not part of `users`, whose row is a lock and whose `updated_at` is a version. Deleted with
 * the user, by code.
 */
export interface UserPreferencesTable {
  user_id: string;
  /** Newer notifications count in the badge. */
  notifications_seen_at: string | null;
  /** 'America/Chicago', from the browser; null is the chain's. */
  time_zone: string | null;
  digest_due_at: string | null;
  /** When the last daily email was queued. */
  digest_sent_at: string | null;
  /** Hours of their zone; null for 7, and for no quiet hours. */
  email_hour: number | null;
  quiet_from: number | null;
  quiet_to: number | null;
  paused_until: string | null;
  sections_off: ColumnType<EmailSection[], string | undefined, string>;
  /** Emails that come at once wait until then, except those about security. */
  emails_held_until: string | null;
  recent: ColumnType<RecentPick[], string | undefined, string>;
}

interface Grant {
  user_id: string;
  created_at: string;
  /** Null when the system granted it. */
  granted_by: string | null;
  /** The name at that time, because the user may be deleted. */
  granted_by_name: string | null;
}

/** Who did what, written in the transaction of the change. No row is ever updated or deleted. */
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
  run_id: string | null;
  /** With its name at that time. */
  token_id: string | null;
  token_name: string | null;
}

/** The locations that an entry concerns. Readers see the entries of the locations in their scope. */
export interface AuditEntryLocationsTable {
  entry_id: string;
  location_id: string;
  at: string;
  /** The name at that time. */
  location_name: string;
  /** Set when the subject got the location or lost it. */
  change: 'added' | 'removed' | null;
}

/** A change of many rows. JSON is text here, because only the feature reads it. Deleted after 90 days. */
export interface RunsTable extends Stamped {
  id: string;
  kind: 'import' | 'bulk' | 'undo';
  about: RunSubject;
  title: string;
  state: RunState;
  /** `RunFile` as JSON; null but for imports. */
  file: string | null;
  /** `ImportOptions` as JSON; null before they are chosen. */
  options: string | null;
  /** `BulkAct` as JSON, in an undo that of the undone run; null for imports. */
  act: string | null;
  undo_of: string | null;
  total: number;
  /** Lines that the running step has finished. */
  done: number;
  /** `RunCounts` as JSON. */
  planned: string;
  applied: string;
  /** During planning, how many users lose access so far; then as in the contract. */
  confirm: number | null;
  problem: string | null;
  /** Of the user who planned or applied it last, for the audit entries. */
  ip: string;
  user_agent: string;
  session_id: string | null;
  token_id: string | null;
  /** One process, `leased_by`, works on it until then. A past time says when it was worked on. */
  leased_until: string | null;
  leased_by: string | null;
  /** Failures without progress. */
  faults: number;
  /** When the run has ended, as in the contract. */
  retryable: number;
  left_out: number;
  ended_at: string | null;
  /** When it is discarded; null once it was applied. */
  expires_at: string | null;
  /** Its lines are deleted some at a time. */
  discarded_at: string | null;
}

/** A line of a run: its request, the version that it was planned for, its result, and what undoes it. */
export interface RunLinesTable {
  run_id: string;
  line: number;
  /** JSON. */
  cells: string | null;
  /** `LineRequest` as JSON; null when planning reads it from the cells. */
  asked: string | null;
  subject_id: string | null;
  subject_name: string;
  planned: LineResult | null;
  /** The `updated_at` of the row at planning; null for a row that is created. */
  version: string | null;
  result: LineResult | null;
  reason: string | null;
  /** `RunLine.reasons` as JSON; null when they are no more than `reason`. */
  reasons: string | null;
  /** `RunLine.changes` as JSON. */
  changes: string;
  /** The request that undoes the line as JSON, with the version after the line; null when nothing was done. */
  undo: string | null;
  /** `JoinedLine` as JSON, for lines of a file that are about one user. */
  joined: string | null;
}

/** No second line of a run has the same subject: 'id:…', 'email:…', 'number:…'. */
export interface RunKeysTable {
  run_id: string;
  key: string;
  line: number;
}

/** A backup that the server made, or that a command proved. Deleted after 90 days. */
export interface BackupsTable {
  id: string;
  made_at: string;
  /** The folder in BACKUP_TO; null when none was made. */
  name: string | null;
  bytes: number | null;
  /** It was restored beside the database, and a server on it was read. */
  is_proven: boolean;
  proof_ms: number | null;
  /** Why it failed; null for a good one. */
  problem: string | null;
  /** The administrators got an email about the problem. */
  is_notified: boolean;
}

/** What one user is told. Its words follow from kind, subject and details. Deleted after 90 days, and with its receiver. */
export interface NotificationsTable {
  id: string;
  user_id: string;
  kind: NotificationKind;
  subject_type: NotificationSubjectType;
  subject_id: string | null;
  /** The name at that time. */
  subject_name: string;
  /** Of releases before `location_notices`. */
  location_id: string | null;
  details: Json<NotificationDetails>;
  /** How many acts the row stands for. */
  count: number;
  first_at: string;
  last_at: string;
  /** Null again when another act is added. */
  read_at: string | null;
  /** Kind, subject and interval. A user has one row with it. */
  merge_key: string;
  is_in_bell: boolean;
  /** Until the email is queued. */
  email: 'now' | 'daily' | null;
}

/** A notice before its receivers are known. */
export interface StoredNotice {
  kind: NotificationKind;
  receivers: { to: NoticeReceivers; ids: readonly string[] };
  subject: { type: NotificationSubjectType; id: string | null; name: string };
  details: NotificationDetails;
  /** What else keeps two acts apart within ten minutes: joined, left. */
  act: string;
  /** Not told; null when also the actor is. */
  actor_id: string | null;
  /** The user whom a notice of a location is about, who is not told. */
  about_id: string | null;
  run_id: string | null;
  /** What counts for receivers who chose nothing; null for what the kind says. */
  email: EmailTime | null;
  /** The act sends an email of its own, so that none follows at once. */
  has_own_email: boolean;
  /** At a location it is told once. */
  is_one_row?: boolean;
  /** A user has one row with it. */
  merge_key: string;
  at: string;
}

/** Users, the users with these roles, or the managers or users of these locations, as the kind says. */
export type NoticeReceivers = 'users' | 'holders_of' | 'locations';

/** The notices of a transaction, until they are delivered. */
export interface NoticeOutboxTable {
  /** In the order of time. */
  id: string;
  at: string;
  notices: Json<readonly StoredNotice[]>;
  /** When delivering them was given up; null while they wait. */
  failed_at: string | null;
}

/** What happened at a location. Whom it is for is asked when somebody reads it. Deleted after 90 days. */
export interface LocationNoticesTable {
  id: string;
  location_id: string;
  kind: NotificationKind;
  act: string;
  /** They do not see it. */
  actor_id: string | null;
  about_id: string | null;
  /** All acts of a kind that a run did at the location are one row. */
  run_id: string | null;
  details: Json<NotificationDetails>;
  count: number;
  /** When it happened. */
  first_at: string;
  /** When it could be read. */
  last_at: string;
}

/** What a reader did with a notice of a location. */
export interface NoticeMarksTable {
  user_id: string;
  notice_id: string;
  /** Its `last_at` when it was read; null when it is unread. */
  read_until: string | null;
  /** Until the email is queued. */
  email: 'now' | 'daily' | null;
}

/** Who is told what the registers of a location do without being assigned there, while they see it. */
export interface LocationWatchesTable {
  user_id: string;
  location_id: string;
  created_at: string;
}

/** What a user chose for a kind. Without a row, the kind's own choice counts. */
export interface NotificationSettingsTable {
  user_id: string;
  kind: NotificationKind;
  is_in_bell: boolean;
  email: EmailTime;
}

/** Joins locations to their registers, whose files are accepted with its key. */
export interface RegisterConnectionsTable extends Stamped {
  id: string;
  name: string;
  sort_name: string | null;
  /** SHA-256: a random key needs no slow hash. */
  key_hash: string;
  key_hint: string;
  revoked_at: string | null;
  /** It was lost or stolen: what it sent loses against what a working key sends. */
  is_lost: boolean;
  /** Fixed by the first file of a connection with one location. */
  store_number: string | null;
  has_net_departments: boolean;
  lacks_check_digit: boolean;
  /** What a positive amount of over and short means. */
  over_short_sign: OverShortSign;
  make: string | null;
  version: string | null;
  last_file_at: string | null;
}

/** A department that a connection has named. */
export interface RegisterDepartmentsTable {
  register_id: string;
  code: string;
  name: string | null;
  /** Of this connection alone: null while it follows the chain. */
  kind: DepartmentKind | null;
  is_fuel_line: boolean;
  /** Its amount was that of the fuel report on three days of three. */
  is_fuel_amount: boolean;
}

/** What the chain decided of all departments with this code and folded name, also of later connections. */
export interface DepartmentKindsTable {
  code: string;
  /** Empty for one without a name. */
  name: string;
  kind: DepartmentKind;
}

/** The locations whose files named a department. */
export interface RegisterDepartmentLocationsTable {
  register_id: string;
  code: string;
  location_id: string;
}

/** A received file. Its content is deleted after 90 days. */
export interface RegisterFilesTable {
  id: string;
  /** The connection, or 'hand'. The same bytes of one sender are a duplicate. */
  sender: string;
  register_id: string | null;
  location_id: string | null;
  name: string;
  sha256: string;
  bytes: number;
  received_at: string;
  outcome: 'accepted' | 'replaced' | 'waiting' | 'not_understood' | 'refused';
  reason: string | null;
  document: string | null;
  store_number: string | null;
  business_date: string | null;
  added_by: string | null;
  added_by_name: string | null;
  /** Compressed with gzip, as base64. */
  content: string | null;
}

/** A movement report of a file. All versions stay, and the figures choose. */
export interface RegisterReportsTable {
  file_id: string;
  position: number;
  location_id: string;
  register_id: string;
  element: string;
  period: number;
  business_date: string;
  /** Orders what differs in nothing else. */
  arrived: string;
  is_future: boolean;
  /** `Report` as JSON. */
  content: string;
}

/** The events that a file has of a business date, some hundred in a row. All versions stay, and the figures choose. */
export interface RegisterJournalsTable {
  file_id: string;
  business_date: string;
  position: number;
  location_id: string;
  register_id: string;
  arrived: string;
  /** How many. */
  events: number;
  /** `JournalEvent`s as JSON, in the order of the file. */
  content: string;
}

/** What is to be done for a location after files came. It is done once, also after a kill. */
export interface RegisterTasksTable {
  location_id: string;
  /** Items of a price book, a day to compute, its products, its audit entry. Stock is here only with its problem. */
  kind: 'items' | 'day' | 'products' | 'audit' | 'stock';
  /** The business date; of items the file and their place in it. */
  about: string;
  /** JSON of what it needs. */
  content: string | null;
  /** Why it cannot be done, as a sentence. It is left out until something new comes. */
  problem: string | null;
}

/** Events that a release before this one stored, a row each. Only read. */
export interface RegisterEventsTable {
  location_id: string;
  identity: string;
  file_id: string;
  register_id: string;
  business_date: string;
  arrived: string;
  is_future: boolean;
  /** `JournalEvent` as JSON. */
  content: string;
}

/** The newest version of a day of a feed without files. */
export interface RegisterFeedTable {
  location_id: string;
  business_date: string;
  /** Its begin and its connection, so that no connection takes the place of another's row. */
  began: string;
  register_id: string;
  version: number;
  arrived: string;
  is_future: boolean;
  /** `FeedDay` as JSON. */
  content: string;
}

/** How far all stored files were read again. One row, or none. */
export interface RegisterRereadingTable {
  id: number;
  /** Of Canopy: a later one begins anew. */
  version: string;
  /** Of the last file. */
  received_at: string;
  file_id: string;
  done: number;
}

/** What a spreadsheet says of a location and date. */
export interface RegisterClosesTable {
  location_id: string;
  business_date: string;
  /** For servers of the release before. */
  register_id: string;
  /** `CloseDay` as JSON. */
  content: string;
  /** Null for one that a release before imported. */
  imported_at: string | null;
}

/** A department that spreadsheets of a location named, and its registers did not. The chain decides what it is. */
export interface CloseDepartmentsTable {
  location_id: string;
  code: string;
  name: string | null;
}

/** What a gallon of a grade cost from a date on. The newest one of a location, or else of all, applies. */
export interface FuelCostsTable {
  id: string;
  /** Null for all locations. */
  location_id: string | null;
  /** As files of registers have it. */
  grade: string;
  from_date: string;
  /** Ten-thousandths of a dollar for a gallon. */
  cost: number;
}

/** A file of daily closes or of fuel costs. */
export interface SalesImportsTable {
  id: string;
  about: 'closes' | 'costs';
  /** For servers of the release before. */
  register_id: string | null;
  name: string;
  state: 'new' | 'applied' | 'undone';
  /** JSON, like `options` and `counts`: its header, and what is proposed for its columns. */
  facts: string;
  /** As it was applied. */
  options: string | null;
  counts: string | null;
  created_at: string;
  created_by: string;
  created_by_name: string;
}

/** Lines of a file that is not applied yet, as packed JSON. */
export interface SalesImportLinesTable {
  import_id: string;
  position: number;
  content: string;
}

/** A row that an import changed. `about` is its date, and for a cost also the grade. */
export interface SalesImportChangesTable {
  import_id: string;
  position: number;
  location_id: string | null;
  about: string;
  /** JSON; null for no row. */
  before: string | null;
  after: string | null;
}

/** The figures of a location and business day in cents and thousandths, computed from what is kept. Null is unknown. */
export interface SalesDaysTable extends Figures {
  location_id: string;
  business_date: string;
  trading_date: string;
  began: string | null;
  ended: string | null;
  is_closed: boolean;
  /** All of it is dated ahead: a clock of the register is wrong. */
  is_future: boolean;
  /** Of the revenue: what is dated ahead, and is not of today. */
  ahead: number;
  /** JSON, like `content`, which is `DayDetails`. */
  marks: string;
  content: string;
  /** Of releases before `register_tasks`; always false. */
  is_stale: boolean;
  /** Of merchandise: departments that nobody decided and nothing proposes. */
  undecided: number | null;
  /** Of departments that are left out, or counted as fuel, because their name or amount proposes it. */
  proposed_excluded: number | null;
  proposed_fuel: number | null;
  /** Where fuel and merchandise of a closed day come from: 'day_report/journal'. */
  counted: string | null;
}

/**
 * What a business day consists of, in cents and thousandths. It comes and goes with its day. Texts are empty where they
 * mean nothing, and what is unknown is null.
 */
export interface SalesPartsTable {
  location_id: string;
  business_date: string;
  kind: 'grade' | 'department' | 'tender' | 'value';
  code: string;
  /** Folded. */
  name: string;
  counts_as: DepartmentKind | '';
  basis: DepartmentBasis | '';
  trading_date: string;
  gross: number | null;
  discounts: number | null;
  promotions: number | null;
  refunds: number | null;
  /** Net. */
  amount: number | null;
  /** Units, or gallons of a grade. */
  quantity: number | null;
  count: number | null;
}

type Sums = 'kind' | 'code' | 'name' | 'counts_as' | 'gross' | 'discounts' | 'promotions' | 'refunds';

/** Sums of the parts of the days that trade in a month at a location, of which those of values are left out that no sum shows. */
export interface SalesMonthsTable extends Pick<SalesPartsTable, Sums | 'amount' | 'quantity' | 'count'> {
  location_id: string;
  /** '2026-03'. */
  month: string;
  /** Of the amount: what is counted so by a proposal, and what nobody has decided. */
  proposed: number | null;
  undecided: number | null;
  days: number;
  days_without_gross: number;
  days_without_discounts: number;
  days_without_promotions: number;
  days_without_refunds: number;
  days_without_quantity: number;
}

/** A rule: what was received from its sender, at its location and in its time, does not count until it is undone. */
export interface RegisterWithdrawalsTable {
  id: string;
  /** As of a file. Null for all senders. */
  sender: string | null;
  /** Null for all locations. */
  location_id: string | null;
  received_from: string | null;
  received_to: string;
  /** How many files, and days of locations, it took out of the figures. */
  files: number;
  days: number;
  created_at: string;
  created_by: string | null;
  created_by_name: string;
  undone_at: string | null;
}

/** What users say of a business day, which may have no figures. */
export interface SalesDayNotesTable {
  location_id: string;
  business_date: string;
  /** Empty for a day that is only marked. */
  note: string;
  /** The location was closed: the day is not missing, and not compared. */
  is_closed: boolean;
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string;
}

/** An exception of a business day that a user has seen, as it was said then. */
export interface SalesExceptionsSeenTable {
  location_id: string;
  business_date: string;
  kind: ExceptionKind;
  about: string;
  /** Another sentence is not seen. */
  what: string;
  note: string;
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string;
}

/** Names of grades of fuel, given once for the chain. */
export interface FuelGradesTable {
  /** As registers write it: '001'. */
  code: string;
  name: string;
}

/** A product that the price book of a location lists, or that was sold there. */
export interface RegisterProductsTable {
  location_id: string;
  code: string;
  name: string | null;
  /** Folded name and code. */
  search: string;
  price: number | null;
  /** By the newest price book; null when it is in none. */
  listing: 'active' | 'inactive' | null;
  listed_at: string | null;
  /** The newest trading date on which it was sold as merchandise. */
  sold_on: string | null;
}

/** What is in stock of a product at a location, in thousandths of a unit. */
export interface RegisterStockTable extends Stamped {
  id: string;
  location_id: string;
  code: string;
  /** As the list says. */
  counted: number;
  /** A local day or time of the location; null when nothing is subtracted. */
  counted_at: string | null;
  /** Units sold since the count, computed anew from the days that are stored. */
  sold_since: number;
  /** `counted` less `sold_since`. */
  on_hand: number;
  reorder_point: number | null;
}

/** The locations of which stock is known. */
export interface RegisterStockLocationsTable {
  location_id: string;
  /** A day changed, and the units sold since are not computed anew yet. */
  is_stale: boolean;
}

/** One row: the number of the last change. A cursor of another epoch says nothing about the changes of this one. */
export interface ChangeClockTable {
  id: 1;
  seq: number;
  /** Random; new when changes may be missing: after a restore, and when the counter went down. */
  epoch: string;
}

/** Rows of lists that were changed, in the order of the commits. Deleted after 7 days. */
export interface ChangesTable {
  seq: number;
  /** In its transaction. */
  position: number;
  list: ChangeList;
  /** In `sessions`, `runs` and `notifications` the user whose they are, as of a view that is not shared. */
  row_id: string;
  act: 'put' | 'removed';
  /** Its locations say who hears of it. Null for what concerns only the user `row_id`. */
  audit_id: string | null;
  at: string;
}

/** A saved view that tells a user about its rows. */
export interface ViewWatchesTable {
  user_id: string;
  view_id: string;
  condition: 'enters' | 'not_empty';
  delivery: 'now' | 'daily';
  /** JSON: the rows of the last evaluation; of `not_empty` at most one. */
  seen_ids: string;
  /** Of what the watcher saw then: another one replaces the rows without a notification. */
  scope_key: string;
  evaluated_at: string;
  /** A change with a higher number may have changed the rows. */
  changes_after: number;
  /** For servers of the release before, which look for audit entries after it. */
  changes_from: string;
  leased_until: string | null;
}

/** Lets a program act for its owner, with some of their permissions and locations. Deleted 90 days after its end. */
export interface ApiTokensTable {
  id: string;
  owner_id: string;
  name: string;
  /** SHA-256: a random token needs no slow hash. */
  token_hash: string;
  hint: string;
  /** Separated by commas, as are the networks. */
  permissions: string;
  scope: (typeof tokenScopes)[number];
  allowed_networks: string;
  created_at: string;
  created_by: string | null;
  created_by_name: string;
  expires_at: string;
  /** The token that replaces it. */
  renewed_by: string | null;
  last_used_at: string | null;
  last_used_ip: string | null;
  ended_at: string | null;
  ended_reason: 'ended_by_owner' | 'deactivated' | null;
  /** For which of its last days a notice was sent, or would say nothing new. */
  reminded_days: number | null;
}

/** Beside the row of `users`, which has no account, role, location or cover. */
export interface ServiceAccountsTable {
  user_id: string;
  /** Null when the role was deleted. */
  owner_role_id: string | null;
  purpose: string;
  /** Separated by commas. */
  permissions: string;
  scope: (typeof tokenScopes)[number];
  /** The last ones, newest first. */
  calls: Json<AccountCall[]>;
}

export interface Tables extends RateTables, MailTables, AuthTables {
  users: UsersTable;
  locations: LocationsTable;
  roles: RolesTable;
  /** The permissions of each role. */
  role_permissions: { role_id: string; permission: string };
  /** The roles of each user, with who granted them. */
  user_roles: Grant & { role_id: string };
  /**
   * The locations of each user: assigned, with who assigned them, or else through one of their districts, with who gave
   * that. Rows through districts are written by `followDistricts` (`server/kernel/scope.ts`).
   */
  user_locations: Grant & { location_id: string; is_assigned: Generated<boolean> };
  districts: DistrictsTable;
  /** The districts of each user, with who gave them: all locations that are in them at any time. */
  user_districts: Grant & { district_id: string };
  covers: CoversTable;
  api_tokens: ApiTokensTable;
  /** The locations to which tokens are narrowed. They see nothing when all of them were deleted. */
  api_token_locations: { token_id: string; location_id: string };
  /** The districts to which tokens are narrowed: to what is in them at a moment. */
  api_token_districts: { token_id: string; district_id: string };
  service_accounts: ServiceAccountsTable;
  /** The locations that a service account was given, as the districts below. */
  service_account_locations: { user_id: string; location_id: string };
  /** As `api_token_districts`. */
  service_account_districts: { user_id: string; district_id: string };
  audit_entries: AuditEntriesTable;
  audit_entry_locations: AuditEntryLocationsTable;
  list_views: ListViewsTable;
  user_preferences: UserPreferencesTable;
  notifications: NotificationsTable;
  notification_settings: NotificationSettingsTable;
  notice_outbox: NoticeOutboxTable;
  location_notices: LocationNoticesTable;
  notice_marks: NoticeMarksTable;
  view_watches: ViewWatchesTable;
  location_watches: LocationWatchesTable;
  runs: RunsTable;
  run_lines: RunLinesTable;
  run_keys: RunKeysTable;
  /** Single values, and the rows that transactions lock to decide one at a time. */
  settings: { key: string; value: string };
  backups: BackupsTable;
  register_connections: RegisterConnectionsTable;
  /** The locations of each connection. */
  register_connection_locations: { register_id: string; location_id: string };
  register_departments: RegisterDepartmentsTable;
  register_files: RegisterFilesTable;
  register_reports: RegisterReportsTable;
  register_events: RegisterEventsTable;
  register_journals: RegisterJournalsTable;
  register_tasks: RegisterTasksTable;
  register_department_locations: RegisterDepartmentLocationsTable;
  register_feed: RegisterFeedTable;
  close_departments: CloseDepartmentsTable;
  register_closes: RegisterClosesTable;
  fuel_costs: FuelCostsTable;
  sales_imports: SalesImportsTable;
  sales_import_lines: SalesImportLinesTable;
  sales_import_changes: SalesImportChangesTable;
  department_kinds: DepartmentKindsTable;
  sales_days: SalesDaysTable;
  sales_day_notes: SalesDayNotesTable;
  sales_exceptions_seen: SalesExceptionsSeenTable;
  register_withdrawals: RegisterWithdrawalsTable;
  sales_parts: SalesPartsTable;
  sales_months: SalesMonthsTable;
  fuel_grades: FuelGradesTable;
  register_products: RegisterProductsTable;
  register_stock: RegisterStockTable;
  register_stock_locations: RegisterStockLocationsTable;
  /** Rows that transactions lock to compute the days of a location one at a time. */
  register_locks: { location_id: string };
  register_rereading: RegisterRereadingTable;
  change_clock: ChangeClockTable;
  changes: ChangesTable;
  /** Counters of attempts, shared by all instances. */
}

/** Text on SQLite, jsonb on PostgreSQL, parsed values in the repositories. */
export const jsonColumns = new Set([
  'user_metadata',
  'amr',
  'details',
  'recent',
  'sections_off',
  'notices',
  'domains',
  'calls',
]);
