import {
  kindOf,
  type NotificationKind,
  salesKinds,
} from '../../../contract/notifications/notification-kinds.ts';
import type { NotificationDetails } from '../../../contract/notifications/notifications.ts';
import type { ViewList } from '../../../contract/views.ts';
import type { NotificationSubjectType } from '../../kernel/database/schema.ts';

/** As it is stored, for one reader. */
export interface NoticeRow {
  id: string;
  /** Rows with the same are one line. */
  line: string;
  isOfLocation: boolean;
  kind: NotificationKind;
  subject_type: NotificationSubjectType;
  subject_id: string | null;
  subject_name: string;
  /** The digest groups by it. */
  location_id: string | null;
  details: NotificationDetails;
  /** The import or bulk act at locations, for who may open it. */
  run_id: string | null;
  count: number;
  first_at: string;
  last_at: string;
  isRead: boolean;
  /** Of a view. */
  list: ViewList | null;
  query: string | null;
}

/** As it is shown: in the words of its newest row, with the id of its first one, which stays when others come. */
export interface Line extends Omit<NoticeRow, 'line' | 'isOfLocation'> {
  rows: readonly NoticeRow[];
}

/** More of a kind in a day are one line. */
const linesADay = 20;
/** Of these, one line a day says how many. */
const counted: readonly NotificationKind[] = ['invitation_accepted'];

/** The newest first. */
export function foldLines(rows: readonly NoticeRow[]): Line[] {
  const inOrder = rows.toSorted(byTime((row) => row.first_at));
  const dayOf = ({ kind, first_at }: { kind: string; first_at: string }) =>
    `${kind} ${first_at.slice(0, 10)}`;
  const lineId = (row: NoticeRow) => (counted.includes(row.kind) ? dayOf(row) : row.line);
  const lines = [...Map.groupBy(inOrder, lineId).values()].map(lineOf);
  const days = Map.groupBy(lines, dayOf);
  return [...days.values()]
    .flatMap((day) =>
      day.length > linesADay ? [...day.slice(0, linesADay), lineOfMore(day.slice(linesADay))] : day,
    )
    .sort(byTime((line) => line.last_at))
    .reverse();
}

const byTime =
  <T extends { id: string }>(timeOf: (item: T) => string) =>
  (a: T, b: T) =>
    order(timeOf(a), timeOf(b)) || order(a.id, b.id);

const order = (a: string, b: string) => Number(a > b) - Number(a < b);

function lineOf(rows: readonly NoticeRow[]): Line {
  const newest = rows.reduce((newest, row) => (row.last_at >= newest.last_at ? row : newest));
  const { line: _line, isOfLocation: _isOfLocation, ...shown } = newest;
  return { ...shown, ...together(rows), rows };
}

function lineOfMore(lines: readonly Line[]): Line {
  const rows = lines.flatMap((line) => line.rows);
  return { ...lineOf(rows), details: { more: true } };
}

function together(rows: readonly NoticeRow[]) {
  const [first] = rows;
  if (!first) throw new Error('A line needs a row');
  return {
    id: first.id,
    first_at: first.first_at,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    isRead: rows.every(({ isRead }) => isRead),
  };
}

/** The page of the subject. Null for a row about several. */
export function pathOf(
  row: Pick<Line, 'kind' | 'subject_type' | 'subject_id' | 'details' | 'run_id' | 'count' | 'list' | 'query'>,
): string | null {
  const { kind, subject_type, subject_id, details, count, list, query } = row;
  const { act } = kindOf(kind);
  if (row.run_id) return `/runs/${row.run_id}`;
  if (details.more === true || (details.in_run === true && subject_type !== 'account')) return null;
  if (counted.includes(kind) && count > 1) return '/users';
  switch (subject_type) {
    case 'account':
      return '/profile';
    case 'location':
      return `/locations/${subject_id}${partOf(kind, details.date, count)}`;
    case 'cover':
      return `/locations/${details.location_id}`;
    case 'user':
      return `/users/${subject_id}${act ? `?dialog=${act.dialog}&id=${subject_id}` : ''}`;
    case 'run':
      return `/runs/${subject_id}`;
    case 'backup':
      return '/settings?tab=configuration';
    case 'service_account':
      return '/settings?tab=service-accounts';
    case 'view':
      return list && `/${list}${query ? `?${query}` : ''}`;
  }
}

/** Of a notice about sales: the day, or all days of the location. */
function partOf(kind: NotificationKind, date: unknown, count: number): string {
  if (!salesKinds.includes(kind)) return '';
  return typeof date === 'string' && count === 1 && kind !== 'day_missing' ? `/sales/${date}` : '/sales';
}
