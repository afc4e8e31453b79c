import * as z from 'zod/mini';
import { endpoint } from '../contract/http/endpoint.ts';
import { createCanopy } from '../server/app.ts';
import { loadConfig } from '../server/config/config.ts';
import { createHttpServer } from '../server/http/http-server.ts';
import { createRoutes } from '../server/kernel/http/router.ts';
import { openDatabase } from '../server/start/open-database.ts';

const response = z.object({ done: z.boolean() });
/** Two endpoints more that do nothing: one is open to anyone, one needs a permission. */
const shared = { method: 'GET', failure: 'Failed to measure', summary: 'Does nothing.', response } as const;
const open = endpoint({ ...shared, path: '/api/bench/open', permission: 'anyone' });
const guarded = endpoint({ ...shared, path: '/api/bench/guarded', permission: 'users.update' });

const config = loadConfig();
const server = await createHttpServer(config);
const database = await openDatabase(config, server.log);
const canopy = await createCanopy({ config, database, server });
const routes = createRoutes(canopy.server, canopy.app);
routes.add(open, async () => ({ done: true }));
routes.add(guarded, async () => ({ done: true }));
await canopy.server.listen({ port: config.port, host: config.host });
process.on('SIGTERM', () => process.exit(0));
