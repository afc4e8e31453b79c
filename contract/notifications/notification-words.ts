import type { NotificationKind } from './notification-kinds.ts';
import { kindOf } from './notification-kinds.ts';
import type { Notification, NotificationDetails } from './notifications.ts';

type Row = Pick<Notification, 'kind' | 'subject_name' | 'details' | 'count'>;

/** In one sentence without a period. A row that stands for several acts says how many. */
export function notificationText(row: Row): string {
  const { kind, count, details } = row;
  if (details.more === true) return `And ${some(count)} more: ${kindOf(kind).more}`;
  return texts[kind](row);
}

/** 'because you manage Mill Road' */
export function notificationReason({ kind, subject_name, details }: Row): string {
  if (details.more === true || details.in_run === true) return general[kind] ?? kindOf(kind).reason;
  return kindOf(kind).reason.replace('{subject}', () => subject_name);
}

/** For rows about several subjects. */
const general: Partial<Record<NotificationKind, string>> = {
  location_users: 'because you manage locations',
  invitation_failed: 'because you invited them',
  invitation_expiring: 'because you invited them',
  invitation_accepted: 'because you invited them',
  ...Object.fromEntries(
    (['location_closed', 'register_silent', 'day_missing', 'day_corrected', 'over_short'] as const).map(
      (kind) => [kind, 'because you are assigned to them or watch them'],
    ),
  ),
  view_changed: 'because you watch views',
};

const texts: Record<NotificationKind, (row: Row) => string> = {
  access_changed: ({ count, details }) => {
    if (count > 1) return `Your access changed ${some(count)} times`;
    const by = details.in_run === true && textOf(details.by);
    return `${describeAccess(details)}${by ? `, by ${by}` : ''}`;
  },
  security: ({ details }) => {
    const text = securityTexts[textOf(details.what)] ?? 'Something about your account changed';
    return text.replace('{device}', () => textOf(details.device) || 'an unknown device');
  },
  location_users: ({ count, subject_name, details }) => {
    if (details.in_run === true && count > 1) {
      const who = textOf(details.name);
      return `${byRun(details)} moved ${who ? `${who} and others` : 'users'} at locations that you manage, ${some(count)} times`;
    }
    if (details.in_run === true) {
      const verb = details.act === 'left' ? 'removed' : 'added';
      return `${byRun(details)} ${verb} ${textOf(details.name) || 'a user'} ${details.act === 'left' ? 'from' : 'to'} ${subject_name}`;
    }
    if (details.act === 'covers') {
      const from = textOf(details.from);
      return count === 1
        ? `${textOf(details.name)} covers ${subject_name}${from && ` from ${from}`} until ${textOf(details.until)}`
        : `${some(count)} users cover ${subject_name}`;
    }
    const who = count === 1 ? textOf(details.name) : `${some(count)} users`;
    return `${who} ${details.act === 'left' ? 'left' : 'joined'} ${subject_name}`;
  },
  cover_ending: ({ subject_name, details }) =>
    `The cover of ${subject_name} by ${textOf(details.name)} ends ${textOf(details.until)}`,
  token_ending: ({ details }) => {
    const account = textOf(details.account);
    return `The API token ${textOf(details.token)}${account && ` of the service account ${account}`} expires on ${textOf(details.until)}`;
  },
  invitation_failed: ({ subject_name }) => `The invitation of ${subject_name} could not be delivered`,
  invitation_expiring: ({ subject_name }) => `The invitation of ${subject_name} expires in 2 days`,
  invitation_accepted: ({ subject_name, count }) =>
    `${count > 1 ? `${some(count)} people` : subject_name} accepted your invitation`,
  access_wanted: ({ count, subject_name, details }) =>
    `${count > 1 ? `${some(count)} users` : subject_name} signed in through ${textOf(details.through) || 'the company'} and ${count > 1 ? 'have' : 'has'} no access yet`,
  run: ({ subject_name, details }) => {
    if (details.state === 'planned') return `${subject_name}: the preview is ready and needs you`;
    const words = details.state === 'failed' ? 'stopped with a problem' : 'is done';
    const lines = textOf(details.lines);
    return `${subject_name} ${words}${lines && `: ${lines}`}`;
  },
  location_closed: ({ count, subject_name, details }) => {
    if (details.in_run === true && count > 1)
      return `${byRun(details)} closed or reopened ${some(count)} of your locations`;
    return details.act === 'reopened' ? `${subject_name} was reopened` : `${subject_name} was closed`;
  },
  // Their days, times and amounts are texts already: a notice says what was true at the location at that time.
  register_silent: ({ subject_name, details: { since, is_over } }) =>
    `${subject_name} was silent since ${textOf(since)}${is_over === true ? ', and reported since' : ''}`,
  day_missing: ({ subject_name, details: { day, is_open, is_over } }) => {
    const [was, came] = is_open === true ? ['not closed', 'was closed'] : ['missing', 'reported'];
    return `${subject_name}: ${textOf(day)} was ${was}${is_over === true ? `, and ${came} since` : ''}`;
  },
  day_corrected: ({ count, subject_name, details }) => {
    if (count > 1) return `${subject_name}: ${some(count)} closed days were corrected`;
    const amount = textOf(details.amount);
    return `${subject_name}: ${textOf(details.day)} was corrected${amount && `, ${amount}`}`;
  },
  over_short: ({ subject_name, details }) =>
    `${subject_name}: the till was ${textOf(details.amount)} on ${textOf(details.day)}`,
  backup_failed: () => 'A backup failed',
  view_changed: ({ subject_name, details, count }) => {
    const who = namesOf(details.names, Number(details.rows)) || rows(details.rows, details.list);
    if (details.condition === 'not_empty') return `${subject_name} is not empty: ${who}`;
    if (count > 1) return `More ${textOf(details.list)} entered ${subject_name}, last ${who}`;
    return `${who} entered ${subject_name}`;
  },
};

const securityTexts: Record<string, string> = {
  'user.password_changed': 'Your password was changed',
  'user.email_changed': 'Your email was changed',
  'user.email_corrected': 'Your email was corrected by an administrator',
  'user.factor_added': 'A second factor was set up for your account',
  'user.factor_removed': 'A second factor of your account was removed',
  'user.factor_reset': 'Your second factor was reset by an administrator',
  'user.recovery_code_used': 'A recovery code of your account was used',
  'user.provider_connected': 'Company sign-in was connected to your account',
  'user.provider_disconnected': 'Company sign-in was disconnected from your account',
  'session.replayed': 'A session of yours was ended for security',
  new_device: 'Your account was used on a new device: {device}',
};

function describeAccess(details: NotificationDetails): string {
  if (details.what === 'roles') {
    const added = listOf(details.added);
    const removed = listOf(details.removed);
    const parts = [
      ...(added.length > 0 ? [`${plural(added, 'role')} ${added.join(', ')} added`] : []),
      ...(removed.length > 0 ? [`${plural(removed, 'role')} ${removed.join(', ')} removed`] : []),
    ];
    return `Your roles changed: ${parts.join(', ')}`;
  }
  if (details.what === 'districts') {
    const parts = (['added', 'removed'] as const).flatMap((did) => {
      const names = listOf(details[did]);
      return names.length > 0 ? [`${names.join(', ')} ${did}`] : [];
    });
    return `Your districts changed: ${parts.join(', ')}`;
  }
  if (details.what === 'locations') {
    const added = Number(details.added);
    const removed = Number(details.removed);
    const parts = [
      ...(added > 0 ? [`${some(added)} added`] : []),
      ...(removed > 0 ? [`${some(removed)} removed`] : []),
    ];
    return `Your locations changed: ${parts.join(', ')}`;
  }
  if (details.what === 'cover') return describeCover(details);
  return `The permissions of your role ${textOf(details.role)} changed`;
}

function describeCover({ act, location, from, until }: NotificationDetails): string {
  const where = textOf(location);
  if (act === 'ended') return `Your cover of ${where} was ended`;
  if (act === 'moved') return `Your cover of ${where} now ends ${textOf(until)}`;
  return `You cover ${where}${textOf(from) && ` from ${textOf(from)}`} until ${textOf(until)}`;
}

const plural = (list: readonly string[], noun: string) => (list.length === 1 ? noun : `${noun}s`);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const some = (count: number) => count.toLocaleString('en-US');

/** Who started the import or bulk act. Notices of earlier versions do not know. */
const byRun = (details: NotificationDetails) => textOf(details.by) || 'An import or bulk change';

/** 'Airport 399, Mill Road and 4 more' */
function namesOf(value: unknown, all: number): string {
  const names = listOf(value);
  const others = all - names.length;
  if (others > 0) return names.length > 0 ? `${names.join(', ')} and ${some(others)} more` : '';
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

function rows(count: unknown, list: unknown): string {
  const noun = textOf(list) || 'rows';
  return `${some(Number(count))} ${Number(count) === 1 ? noun.replace(/s$/, '') : noun}`;
}
