import type { QueryClient } from '@tanstack/react-query';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { markRow } from '../../../components/table/marked-row.ts';
import { showToast } from '../../../components/toast/toasts.ts';
import { withRetry } from '../../../components/toast/with-retry.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { coversQuery } from '../../../parts/covers/covers.api.ts';
import { nameCovers } from '../../../parts/covers/describe-cover.ts';
import { type StateChange, setActive } from '../users.api.ts';

/** The toast offers Undo or, after a failure, another try. Does not throw. */
export async function switchActive(user: UserRow, isActive: boolean, client: QueryClient): Promise<void> {
  const failure = `Failed to ${isActive ? 'activate' : 'deactivate'} ${displayName(user)}`;
  await withRetry(user.id, failure, async () =>
    showStateChange(await setActive(user.id, isActive, { client }), client),
  );
}

/** When it is not known, a deactivation does not wait for it. */
export async function endsCovers(ended_with: string, client: QueryClient): Promise<boolean> {
  const covers = await client.fetchQuery({ ...coversQuery({ ended_with }), retry: false }).catch(() => []);
  return covers.length > 0;
}

export function showStateChange({ user, ended }: StateChange, client: QueryClient) {
  const name = displayName(user);
  const toast = {
    about: user.id,
    action: { label: 'Undo', run: () => switchActive(user, !user.is_active, client) },
  };
  markRow(user.id);
  if (user.is_active)
    return showToast({ ...toast, text: `${name} is active. Roles and locations are as before.` });
  const sessions = ended && some(ended.sessions, 'session');
  showToast({
    ...toast,
    stays: true,
    text: `${name} is inactive.${sessions ? ` ${sessions} ended.` : ''}`,
    details: describeEnded({ user, ended }),
  });
}

/** 'Ended: 3 sessions · 1 pending invitation. Roles and locations are kept. …' */
function describeEnded({ user: { id }, ended }: StateChange) {
  const parts = ended
    ? [
        some(ended.sessions, 'session'),
        some(ended.tokens, 'API token'),
        some(ended.invitations, 'pending invitation'),
        some(ended.links, 'other emailed link'),
        some(ended.sent_invitations, 'invitation they sent', 'invitations they sent'),
        ended.covers.length > 0 && nameCovers(ended.covers, id),
      ].filter(Boolean)
    : [];
  const managed = ended && some(ended.managed_districts, 'district');
  const grantsStay = `Roles and locations are kept.${managed ? ` They manage ${managed}, shown without a manager until they are active again or another is chosen.` : ''}`;
  const unowned = ended && some(ended.service_accounts, 'service account');
  const owner = unowned ? ` ${unowned} ${ended.service_accounts === 1 ? 'needs' : 'need'} an owner.` : '';
  if (parts.length === 0) return `${grantsStay}${owner}`;
  return `Ended: ${parts.join(' · ')}. ${grantsStay}${owner} Sessions, invite links and covers do not come back.`;
}

function some(count: number, one: string, several?: string) {
  return count > 0 && countOf(count, one, several);
}
