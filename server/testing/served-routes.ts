import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

const channel = 'fastify.initialization';

/**
 * Starts something with a server in it, and tells every route that the server itself registered meanwhile, by hand
 * or through a plugin: 'GET /api/users/:id'. The HEAD that Fastify adds to each GET is left out.
 */
export async function withServedRoutes<T>(
  start: () => Promise<T>,
): Promise<{ started: T; routes: string[] }> {
  const handlers = new Map<string, unknown>();
  const onServer = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, handler }) => {
      for (const one of [method].flat()) handlers.set(`${one} ${url}`, handler);
    });
  };
  subscribe(channel, onServer);
  try {
    const started = await start();
    const isAdded = (route: string) =>
      route.startsWith('HEAD ') && handlers.get(route) === handlers.get(route.replace('HEAD', 'GET'));
    return { started, routes: [...handlers.keys()].filter((route) => !isAdded(route)).sort() };
  } finally {
    unsubscribe(channel, onServer);
  }
}
