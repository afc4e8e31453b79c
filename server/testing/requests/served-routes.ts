import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

const channel = 'fastify.initialization';

/**
 * Runs `start`, which creates a server, and returns every route that the server registered itself, directly or
 * through a plugin: 'GET /api/users/:id'. The HEAD route that Fastify adds to each GET is left out.
 */
export async function withServedRoutes<T>(
  start: () => Promise<T>,
): Promise<{ started: T; routes: string[] }> {
  const handlers = new Map<string, unknown>();
  const listen = (server: FastifyInstance) => {
    server.addHook('onRoute', ({ method, url, handler }) => {
      for (const one of [method].flat()) handlers.set(`${one} ${url}`, handler);
    });
  };
  const started = await withEveryServer(listen, start);
  const isAdded = (route: string) =>
    route.startsWith('HEAD ') && handlers.get(route) === handlers.get(route.replace('HEAD', 'GET'));
  return { started, routes: [...handlers.keys()].filter((route) => !isAdded(route)).sort() };
}

/** Passes on each server that is created meanwhile, before it has any route. */
export async function withEveryServer<T>(
  touch: (server: FastifyInstance) => void,
  start: () => Promise<T>,
): Promise<T> {
  const onServer = (message: unknown) => touch((message as { fastify: FastifyInstance }).fastify);
  subscribe(channel, onServer);
  try {
    return await start();
  } finally {
    unsubscribe(channel, onServer);
  }
}
