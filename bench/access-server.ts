import * as z from 'zod/mini';
import { endpoint } from '../contract/http/endpoint.ts';
import { createRoutes } from '../server/kernel/http/router.ts';
import { openInside } from './inside.ts';

const response = z.object({ done: z.boolean() });
/** Two endpoints more that do nothing: one is open to anyone, one needs a permission. */
const shared = { method: 'GET', failure: 'Failed to measure', summary: 'Does nothing.', response } as const;
const open = endpoint({ ...shared, path: '/api/bench/open', permission: 'anyone' });
const guarded = endpoint({ ...shared, path: '/api/bench/guarded', permission: 'users.update' });

const { app, server } = await openInside(process.env);
const routes = createRoutes(server, app);
routes.add(open, async () => ({ done: true }));
routes.add(guarded, async () => ({ done: true }));
await server.listen({ port: app.config.port, host: app.config.host });
process.on('SIGTERM', () => process.exit(0));
