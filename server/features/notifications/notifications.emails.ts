import { kindOf, type NotificationKind } from '../../../contract/notifications/notification-kinds.ts';
import { notificationReason, notificationText } from '../../../contract/notifications/notification-words.ts';
import { unsubscribePath } from '../../../contract/notifications/notifications.ts';
import type { Config } from '../../config/config.ts';
import { htmlOf, textOf } from '../../platform/email/blocks.ts';
import type { Email } from '../../platform/email/mailer.ts';
import type { DailySales } from '../registers/daily/daily-sales.service.ts';
import { type Line, pathOf } from './lines.pure.ts';

/** Rows beyond are counted. */
const rowsShown = 50;

interface Contents {
  to: string;
  rows: readonly Line[];
  isDigest: boolean;
  /** Of a digest, for who may see sales. */
  sales: DailySales | null;
  /** Names of locations that the receiver sees now. */
  locationNames: ReadonlyMap<string, string>;
  /** Null for emails that cannot be switched off. */
  unsubscribeToken: string | null;
}

export function notificationsEmail(config: Config, contents: Contents): Email {
  const { to, rows, isDigest, sales, locationNames, unsubscribeToken } = contents;
  const link = unsubscribeToken && `${config.public_url}${unsubscribePath}?token=${unsubscribeToken}`;
  const shown = rows.slice(0, rowsShown);
  const blocks = [
    ...(sales?.blocks ?? []),
    ...(isDigest ? groupsOf(shown, locationNames) : [['', shown] as const]).map(([title, rows]) => ({
      title,
      paragraphs: rows.map(paragraph(config)),
    })),
  ];
  const others = rows.length - shown.length;
  const end = [
    ...(others > 0 ? [[`And ${others} more, under the bell of ${config.product_name}.`]] : []),
    ['Choose what you are told on your profile:', `${config.public_url}/profile#notifications`],
    ...(link ? [['Stop these emails:', link]] : []),
  ];
  const all = [...blocks, { title: '', paragraphs: end }];
  const subject = sales?.subject ?? subjectOf(config, rows, isDigest);
  return {
    ...{ to, subject, text: textOf(all), ...(isDigest && { html: htmlOf(subject, all) }) },
    ...(link && { unsubscribe_url: link }),
  };
}

/** The one thing that it is about, if there is one. A view by its name. */
function subjectOf({ product_name }: Config, rows: readonly Line[], isDigest: boolean): string {
  const [row] = rows;
  if (isDigest) return `${product_name} today: ${counted(rows.length)}`;
  if (row && rows.length === 1) return notificationText(row);
  const views = new Set(rows.map(({ subject_name }) => subject_name));
  if (rows.every(({ kind }) => kind === 'view_changed') && views.size <= 3) return [...views].join(', ');
  return `${product_name}: ${counted(rows.length)}`;
}

const counted = (count: number) => (count === 1 ? '1 notification' : `${count} notifications`);

const paragraph = (config: Config) => (row: Line) => {
  const path = pathOf(row);
  const { problem } = row.details;
  const lines = [
    `${notificationText(row)}.`,
    ...(typeof problem === 'string' ? [problem] : []),
    ...(path ? [`${config.public_url}${path}`] : []),
    `You get this ${notificationReason(row)}.`,
  ];
  return lines;
};

/** By location, the others last. */
function groupsOf(rows: readonly Line[], names: ReadonlyMap<string, string>) {
  const groups = new Map<string, Line[]>();
  for (const row of rows) {
    const name = (row.location_id && names.get(row.location_id)) || '';
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b))
    .map(([name, rows]) => [name || (groups.size === 1 ? 'News' : 'Everything else'), rows] as const);
}

/** The kinds in an email that its receiver can switch off. */
export function switchableKinds(rows: readonly Line[]): NotificationKind[] {
  return [...new Set(rows.map(({ kind }) => kind))].filter((kind) => !kindOf(kind).isFixed).sort();
}
