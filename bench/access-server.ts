import * as z from 'zod/mini';
import { endpoint } from '../contract/http/endpoint.ts';
import { createRoutes } from '../server/kernel/http/router.ts';
import { openInside } from './inside.ts';

const response = z.object({ done: z.boolean() });
/** Two endpoints more that do nothing: one is open to anyone, one needs a permission. */
const shared = { failure: 'Failed to measure', summary: 'Does nothing.', response };
const open = endpoint('GET /api/bench/open', 'anyone', shared);
const guarded = endpoint('GET /api/bench/guarded', 'users.update', shared);

const { app, server } = await openInside(process.env);
const routes = createRoutes(server, app);
routes.add(open, async () => ({ done: true }));
routes.add(guarded, async () => ({ done: true }));
await server.listen({ port: app.config.port, host: app.config.host });
process.on('SIGTERM', () => process.exit(0));
