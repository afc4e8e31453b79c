import * as contract from '../../../contract/notifications/notifications.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as settings from './notification-settings.service.ts';
import * as notifications from './notifications.service.ts';
import { unsubscribe } from './unsubscribe.service.ts';

export function notificationRoutes(routes: Routes) {
  routes.add(contract.listNotifications, (ctx, { query }) => notifications.listNotifications(ctx, query));
  routes.add(contract.markNotificationsSeen, (ctx, { body }) => notifications.markSeen(ctx, body.until));
  routes.add(contract.markNotificationsRead, (ctx, { body }) => notifications.markAllRead(ctx, body.until));
  routes.add(contract.markNotificationRead, (ctx, { params, body }) =>
    notifications.markOneRead(ctx, params.id, body.is_read),
  );
  routes.add(contract.getNotificationSettings, (ctx) => settings.getSettings(ctx));
  routes.add(contract.saveNotificationSettings, (ctx, { body }) => settings.saveSettings(ctx, body));
  routes.add(contract.unsubscribe, async ({ app }, { query }) => ({
    kinds: (await unsubscribe(app, query.token)) ?? [],
  }));
}
