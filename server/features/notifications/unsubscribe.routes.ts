import type { FastifyInstance } from 'fastify';
import { unsubscribePath } from '../../../contract/notifications/notifications.ts';
import type { App } from '../../kernel/context.ts';
import { unsubscribe } from './unsubscribe.service.ts';

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
      const kinds = await unsubscribe(app, typeof token === 'string' ? token.slice(0, bodyMaxBytes) : '');
      return reply
        .code(kinds ? 200 : 400)
        .header('cache-control', 'no-store')
        .send({ kinds });
    });
  });
}
