import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/notifications/notifications.ts';
import { unsubscribePath } from '../../../contract/notifications/notifications.ts';
import type { App } from '../../kernel/context.ts';
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
    ...((await unsubscribe(app, query.token)) ?? { kinds: [], sections: [] }),
  }));
}

const bodyMaxBytes = 4096;

/** The URL in List-Unsubscribe: mail programs send it a form (RFC 8058), and browsers open a page of the web app. */
export function unsubscribeRoutes(server: FastifyInstance, app: App): void {
  server.register(async (server) => {
    // The token says everything, whatever the form contains.
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: bodyMaxBytes },
      (_request, _body, done) => done(null),
    );
    server.post(unsubscribePath, async (request, reply) => {
      const { token } = request.query as Record<string, unknown>;
      const stopped = await unsubscribe(app, typeof token === 'string' ? token.slice(0, bodyMaxBytes) : '');
      return reply
        .code(stopped ? 200 : 400)
        .header('cache-control', 'no-store')
        .send({ kinds: stopped?.kinds ?? null });
    });
  });
}
