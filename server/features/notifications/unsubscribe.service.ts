import {
  allNotificationKinds,
  kindOf,
  type NotificationKind,
} from '../../../contract/notifications/notification-kinds.ts';
import type { App } from '../../kernel/context.ts';
import * as repository from './notifications.repository.ts';

const purpose = 'unsubscribe';

/** For the link of an email: it stops the emails of these kinds for this user, and opens nothing else. */
export function unsubscribeToken(
  { secrets }: App,
  user_id: string,
  kinds: readonly NotificationKind[],
): string {
  return secrets.seal([user_id, ...kinds].join(' '), purpose);
}

/** Repeating it changes nothing. Null for a link that this server did not make. */
export async function unsubscribe(app: App, token: string): Promise<NotificationKind[] | null> {
  const text = opened(app, token);
  if (text === null) return null;
  const [user_id = '', ...named] = text.split(' ');
  const kinds = allNotificationKinds.filter((kind) => named.includes(kind) && !kindOf(kind).isFixed);
  await app.database.write(async (tx) => {
    await app.lockUsers(tx, { actor: user_id, changed: null });
    await repository.stopEmails(tx, user_id, kinds);
  });
  return kinds;
}

function opened({ secrets }: App, token: string): string | null {
  try {
    return secrets.open(token, purpose);
  } catch {
    return null;
  }
}
