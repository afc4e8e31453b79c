import {
  allNotificationKinds,
  kindOf,
  type NotificationKind,
} from '../../../contract/notifications/notification-kinds.ts';
import { type EmailSection, emailSections } from '../../../contract/notifications/notifications.ts';
import type { App } from '../../kernel/context.ts';
import { findPreferences, saveEmailTimes } from '../preferences/preferences.service.ts';
import * as repository from './notifications.repository.ts';

const purpose = 'unsubscribe';

/** For the link of an email: it stops these kinds and sections for this user, and opens nothing else. */
export function unsubscribeToken(
  { secrets }: App,
  user_id: string,
  kinds: readonly NotificationKind[],
  sections: readonly EmailSection[] = [],
): string {
  return secrets.seal([user_id, ...kinds, ...sections].join(' '), purpose);
}

interface Stopped {
  kinds: NotificationKind[];
  sections: EmailSection[];
}

/** Repeating it changes nothing. Null for a link that this server did not make. */
export async function unsubscribe(app: App, token: string): Promise<Stopped | null> {
  const text = opened(app, token);
  if (text === null) return null;
  const [user_id = '', ...named] = text.split(' ');
  const kinds = allNotificationKinds.filter((kind) => named.includes(kind) && !kindOf(kind).isFixed);
  const sections = emailSections.filter((section) => named.includes(section));
  await app.database.write(async (tx) => {
    await app.lockUsers(tx, { actor: user_id, changed: null });
    if (!(await repository.stopEmails(tx, user_id, kinds)) || sections.length === 0) return;
    const { sections_off } = await findPreferences(tx, user_id);
    await saveEmailTimes(tx, user_id, {
      sections_off: emailSections.filter((one) => sections.includes(one) || sections_off.includes(one)),
    });
  });
  return { kinds, sections };
}

function opened({ secrets }: App, token: string): string | null {
  try {
    return secrets.open(token, purpose);
  } catch {
    return null;
  }
}
