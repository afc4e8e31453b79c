import { allNotificationKinds, kindOf, type NotificationKind } from '../../../contract/notification-kinds.ts';
import type { App } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
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

/** Repeating it changes nothing. @throws ApiError 400 for a link that this server did not make. */
export async function unsubscribe(app: App, token: string): Promise<NotificationKind[]> {
  const [user_id = '', ...named] = opened(app, token).split(' ');
  const kinds = allNotificationKinds.filter((kind) => named.includes(kind) && !kindOf(kind).isFixed);
  await app.database.write(async (tx) => {
    await app.lockUsers(tx, { actor: user_id, changed: null });
    await repository.stopEmails(tx, user_id, kinds);
  });
  return kinds;
}

function opened({ secrets }: App, token: string): string {
  try {
    return secrets.open(token, purpose);
  } catch {
    throw invalid({ path: 'token', message: 'This link is not complete. Open it again from the email.' });
  }
}
