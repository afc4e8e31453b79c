import * as z from 'zod/mini';
import { cover } from '../covers.ts';
import { day, described, idParams, instant, time } from '../fields/fields.ts';
import { notificationPageMaxRows, timeZoneMaxLength } from '../fields/limits.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../lists/list.ts';
import { allNotificationKinds, emailTimes } from './notification-kinds.ts';

/** With `notificationText`, the words of a row. */
const details = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
);
export type NotificationDetails = z.infer<typeof details>;

const notification = z.object({
  id: z.string(),
  kind: z.enum(allNotificationKinds),
  /** The name at that time. */
  subject_name: z.string(),
  details,
  /** How many acts the row stands for. */
  count: z.number(),
  /** The page of the subject; null when the row is about several. */
  path: z.nullable(z.string()),
  /** Of a notice about its end. */
  cover: z.nullable(cover),
  first_at: time,
  last_at: time,
  is_read: z.boolean(),
  /** Not before the panel was opened. */
  is_seen: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** `unseen` is the badge: since the panel was opened last. */
const counts = z.object({ unseen: z.number(), unread: z.number() });
export type NotificationCounts = z.infer<typeof counts>;

const page = z.extend(counts, {
  notifications: z.array(notification),
  next: z.nullable(z.string()),
  /** Null until the browser of the actor told its own. */
  time_zone: z.nullable(z.string()),
});
export type NotificationPage = z.infer<typeof page>;

export const listNotifications = endpoint('GET /api/notifications', 'signed_in', {
  isBackground: true,
  failure: 'Failed to load notifications',
  summary: "The actor's notifications whose subject is in scope, the newest first",
  query: z.strictObject(pageOf(notificationPageMaxRows, 20)),
  response: page,
});

const until = z.strictObject({
  until: described('The time of the newest row on screen: later ones stay as they are', instant),
});

export const markNotificationsSeen = endpoint('PUT /api/notifications/seen', 'signed_in', {
  failure: 'Failed to load notifications',
  summary: 'Clear the badge up to a time',
  body: until,
  response: counts,
});

export const markNotificationsRead = endpoint('PUT /api/notifications/read', 'signed_in', {
  failure: 'Failed to mark the notifications',
  summary: 'Mark all notifications up to a time as read',
  body: until,
  response: counts,
});

export const markNotificationRead = endpoint('PUT /api/notifications/:id/read', 'signed_in', {
  failure: 'Failed to mark the notification',
  summary: 'Mark one notification as read, or unread again',
  params: idParams,
  body: z.strictObject({ is_read: described('False for unread', z.boolean()) }),
  response: counts,
});

const setting = z.object({
  kind: described('Of notification', z.enum(allNotificationKinds)),
  bell: described('Whether the bell rings', z.boolean()),
  email: described('When it is emailed', z.enum(emailTimes)),
});
export type NotificationSetting = z.infer<typeof setting>;

/** Parts of the daily email for those who may see sales; all are on until they are switched off. */
export const emailSectionLabels = {
  sales: 'The figures of yesterday, what is missing and what was corrected',
  exceptions: 'Exceptions of yesterday, at most 10',
  locations: 'Yesterday by location, or the five best and worst',
  silent: 'Registers that are silent',
} as const;
export type EmailSection = keyof typeof emailSectionLabels;
export const emailSections = Object.keys(emailSectionLabels) as EmailSection[];

export const defaultEmailHour = 7;
const hour = z.number({ error: 'Must be an hour' }).check(z.int(), z.gte(0), z.lte(23));

const daily = {
  hour: described('Of the daily email, by `time_zone`', hour),
  quiet: described(
    'Emails that come at once wait from the one hour to the other, except those about security',
    z.nullable(
      z.strictObject({
        from: described('The first hour', hour),
        to: described('The hour after the last', hour),
      }),
    ),
  ),
  paused_until: described('The first day with emails again', z.nullable(day)),
  sections_off: described(
    'What the daily email leaves out',
    z.array(z.enum(emailSections)).check(z.maxLength(emailSections.length)),
  ),
};
export type DailyEmail = z.infer<z.ZodMiniObject<typeof daily>>;

const settings = z.object({
  /** The kinds that the actor can get. */
  settings: z.array(setting),
  /** Of the daily email; null for that of the chain. */
  time_zone: z.nullable(z.string()),
  daily: z.object(daily),
});
export type NotificationSettings = z.infer<typeof settings>;

export const getNotificationSettings = endpoint('GET /api/notification-settings', 'signed_in', {
  failure: 'Failed to load the notification settings',
  summary: 'Per kind, whether the bell and an email tell it',
  response: settings,
});

const changedSettings = z
  .array(z.strictObject(setting.shape))
  .check(z.maxLength(allNotificationKinds.length));

const noZone = 'Must be a time zone such as America/Chicago';
const timeZone = z
  .string()
  .check(
    z.maxLength(timeZoneMaxLength, { error: noZone, abort: true }),
    z.refine(isTimeZone, { message: noZone }),
  );

/** A kind that cannot be switched off is refused. */
export const saveNotificationSettings = endpoint('PUT /api/notification-settings', 'signed_in', {
  failure: 'Failed to save the notification settings',
  summary: 'Change some kinds, and when the daily email comes and what is in it',
  body: z.strictObject({
    settings: described('Kinds that change', z._default(changedSettings, [])),
    daily: described('What changes of the daily email', z.optional(z.partial(z.strictObject(daily)))),
    time_zone: described('Of the daily email', z.optional(timeZone)),
  }),
  response: settings,
});

function isTimeZone(name: string): boolean {
  // An offset such as +05:00 has no summer time.
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const unsubscribePath = '/unsubscribe';
const unsubscribeToken = z.strictObject({
  token: described('From the link', z.string().check(z.maxLength(1000))),
});

/** For the page of the link; mail programs send their form to the page itself. Works once and again. */
export const unsubscribe = endpoint('POST /api/unsubscribe', 'anyone', {
  failure: 'Failed to unsubscribe',
  summary: 'Stop the emails that a signed link names',
  query: unsubscribeToken,
  /** Neither for a link that does not work. */
  response: z.object({
    kinds: z.array(z.enum(allNotificationKinds)),
    sections: z.array(z.enum(emailSections)),
  }),
});
