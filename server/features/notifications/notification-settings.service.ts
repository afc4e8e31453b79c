import type { Received } from '../../../contract/http/endpoint.ts';
import { kindOf, type NotificationKind } from '../../../contract/notifications/notification-kinds.ts';
import {
  type DailyEmail,
  defaultEmailHour,
  type NotificationSetting,
  type NotificationSettings,
  type saveNotificationSettings,
} from '../../../contract/notifications/notifications.ts';
import type { Authorized } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { type App, reader } from '../../kernel/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { findPreferences, type Preferences, saveEmailTimes } from '../preferences/preferences.service.ts';
import * as repository from './notifications.repository.ts';
import { kindsFor, userOf } from './notifications.service.ts';

/** Of the kinds that the actor can get. */
export async function getSettings(ctx: Authorized<'signed_in'>): Promise<NotificationSettings> {
  const user_id = userOf(ctx);
  const chosen = new Map((await repository.listSettings(reader(ctx), user_id)).map((row) => [row.kind, row]));
  const preferences = await findPreferences(reader(ctx), user_id);
  const settings = kindsFor(ctx).map((kind): NotificationSetting => {
    const { bell, email } = kindOf(kind);
    const row = chosen.get(kind);
    return { kind, bell: row?.is_in_bell ?? bell, email: row?.email ?? email };
  });
  return { settings, time_zone: preferences.time_zone, daily: dailyOf(preferences) };
}

function dailyOf({ email_hour, quiet_from, quiet_to, paused_until, sections_off }: Preferences): DailyEmail {
  const quiet = quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to };
  return { hour: email_hour ?? defaultEmailHour, quiet, paused_until, sections_off };
}

/** @throws ApiError 400 for a daily email in the quiet hours */
function refuseQuiet({ hour, quiet }: Pick<DailyEmail, 'hour' | 'quiet'>): void {
  if (quiet === null) return;
  const { from, to } = quiet;
  if (from === to) throw invalid({ path: 'daily.quiet', message: 'Must end at another hour' });
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  if (isQuiet)
    throw invalid({ path: 'daily.quiet', message: 'The daily email must come outside of the quiet hours' });
}

/** @throws ApiError 400 for a kind that cannot be switched off. */
export function saveSettings(
  ctx: Authorized<'signed_in'>,
  { settings, time_zone, daily }: Received<typeof saveNotificationSettings>['body'],
): Promise<NotificationSettings> {
  for (const [index, { kind, bell, email }] of settings.entries()) {
    const known = kindOf(kind);
    if (known.isFixed && (!bell || email !== known.email)) {
      throw invalid({
        path: `settings.${index}`,
        message: 'Notices about your security cannot be switched off',
      });
    }
    if (known.isEmailChosenElsewhere && email === 'daily') {
      throw invalid({
        path: `settings.${index}`,
        message: 'Each watched view says when; this is now or never',
      });
    }
  }
  return change(ctx, {}, async (inside) => {
    const user_id = userOf(inside);
    const rows = settings
      .filter(({ kind }) => !kindOf(kind).isFixed)
      .map(({ kind, bell, email }) => ({ user_id, kind, is_in_bell: bell, email }));
    await repository.saveSettings(inside.tx, rows);
    const { hour: email_hour, quiet, paused_until, sections_off } = daily ?? {};
    const stored = dailyOf(await findPreferences(inside.tx, user_id));
    refuseQuiet({ hour: email_hour ?? stored.hour, quiet: quiet === undefined ? stored.quiet : quiet });
    await saveEmailTimes(inside.tx, user_id, {
      ...{ time_zone, email_hour, paused_until, sections_off },
      ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
    });
    return getSettings({ ...ctx, ...inside });
  });
}

/** The users who want an email of this kind at once. */
export async function wantEmailNow<User extends { id: string }>(
  { database }: App,
  kind: NotificationKind,
  users: readonly User[],
): Promise<User[]> {
  const others = await repository.listOthers(
    database.read,
    kind,
    users.map(({ id }) => id),
  );
  return users.filter(({ id }) => !others.has(id));
}
