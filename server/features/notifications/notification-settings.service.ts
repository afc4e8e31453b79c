import { kindOf, type NotificationKind } from '../../../contract/notifications/notification-kinds.ts';
import type {
  NotificationSetting,
  NotificationSettings,
} from '../../../contract/notifications/notifications.ts';
import type { Authorized } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { type App, reader } from '../../kernel/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import { findPreferences, saveTimeZone } from '../preferences/preferences.service.ts';
import * as repository from './notifications.repository.ts';
import { kindsFor, userOf } from './notifications.service.ts';

/** Of the kinds that the actor can get. */
export async function getSettings(ctx: Authorized<'signed_in'>): Promise<NotificationSettings> {
  const user_id = userOf(ctx);
  const chosen = new Map((await repository.listSettings(reader(ctx), user_id)).map((row) => [row.kind, row]));
  const { time_zone } = await findPreferences(ctx, user_id);
  const settings = kindsFor(ctx).map((kind): NotificationSetting => {
    const { bell, email } = kindOf(kind);
    const row = chosen.get(kind);
    return { kind, bell: row?.is_in_bell ?? bell, email: row?.email ?? email };
  });
  return { settings, time_zone };
}

/** @throws ApiError 400 for a kind that cannot be switched off. */
export function saveSettings(
  ctx: Authorized<'signed_in'>,
  { settings, time_zone }: { settings: NotificationSetting[]; time_zone?: string | undefined },
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
    if (time_zone !== undefined) await saveTimeZone(inside, user_id, time_zone);
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
