import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  DailyEmail,
  NotificationCounts,
  NotificationSetting,
} from '../../../contract/notifications/notifications.ts';
import * as contract from '../../../contract/notifications/notifications.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';
import { notificationsKey } from '../../lib/network/query-keys.ts';

/** For what no event tells: a subject that is gone, and the time before the stream is there. */
const pollMs = 60_000;

/** The badge always comes from the server. A hidden tab asks when it is shown. */
export const badgeQuery = queryOptions({
  queryKey: [...notificationsKey, 'badge'],
  queryFn: async ({ signal }): Promise<NotificationCounts> => {
    const { unseen, unread, time_zone } = await call(
      contract.listNotifications,
      { query: { limit: 1 } },
      { signal },
    );
    if (time_zone === null) tellTimeZone();
    return { unseen, unread };
  },
  refetchInterval: pollMs,
  refetchOnWindowFocus: 'always',
});

export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...notificationsKey, 'rows'],
  queryFn: ({ pageParam, signal }) =>
    call(
      contract.listNotifications,
      { query: { limit: 20, ...(pageParam && { after: pageParam }) } },
      { signal },
    ),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  select: ({ pages }) => pages.flatMap((page) => page.notifications),
  staleTime: 0,
});

/** Reads the badge again, and the rows if they are on screen. */
export function refreshNotifications(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: notificationsKey });
}

/** The daily email comes by it. Once: who travels changes it on the profile. */
function tellTimeZone(): void {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  call(contract.saveNotificationSettings, { body: { time_zone } }).catch(() => {});
}

export async function markSeen(until: string, { client }: SaveContext): Promise<void> {
  const counts = await call(contract.markNotificationsSeen, { body: { until } });
  client.setQueryData(badgeQuery.queryKey, counts);
}

export async function markAllRead(until: string, { client }: SaveContext): Promise<void> {
  await call(contract.markNotificationsRead, { body: { until } });
  await refreshNotifications(client);
}

export async function markRead({ id, is_read }: { id: string; is_read: boolean }, { client }: SaveContext) {
  await call(contract.markNotificationRead, { params: { id }, body: { is_read } });
  await refreshNotifications(client);
}

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(contract.getNotificationSettings, {}, { signal }),
});

export async function saveSettings(
  body: { settings?: NotificationSetting[]; time_zone?: string; daily?: Partial<DailyEmail> },
  { client }: SaveContext,
): Promise<void> {
  const saved = await call(contract.saveNotificationSettings, { body });
  client.setQueryData(notificationSettingsQuery.queryKey, saved);
}
