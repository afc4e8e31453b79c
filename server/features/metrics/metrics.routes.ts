import type { FastifyInstance } from 'fastify';
import type { App } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { metricsType } from '../../platform/metrics/metrics.ts';
import { mayReadMetrics, readMetrics } from './metrics.service.ts';

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Before the routes, so that it counts every request. */
export function countRequests(server: FastifyInstance, { meters }: Pick<App, 'meters'>): void {
  server.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isStream) return done();
    // A file of the web app has the pattern of all of them.
    const route = request.routeOptions.url ?? 'none';
    meters.requests.add(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

export function metricsRoutes(
  server: FastifyInstance,
  app: App,
  { isStopping }: { isStopping: () => boolean },
): void {
  server.get('/metrics', async ({ headers, raw }, reply) => {
    const isAllowed = mayReadMetrics(app.config.metrics_token, {
      address: raw.socket.remoteAddress,
      host: headers.host ?? '',
      isForwarded: forwarding.some((name) => headers[name] !== undefined),
      authorization: headers.authorization,
    });
    if (!isAllowed)
      throw new ApiError(
        'unauthenticated',
        'Ask from this machine, or send METRICS_TOKEN as a bearer token.',
      );
    return reply
      .type(metricsType)
      .header('cache-control', 'no-store')
      .send(await readMetrics(app, { isStopping: isStopping() }));
  });
}
