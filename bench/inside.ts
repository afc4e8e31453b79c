import { type Canopy, createCanopy } from '../server/app.ts';
import { loadConfig } from '../server/config/config.ts';
import { createHttpServer } from '../server/http/http-server.ts';
import { openDatabase } from '../server/start/open-database.ts';

/** The server in this process, on the same database and without a port: for what no request can do. */
export async function openInside(
  settings: NodeJS.ProcessEnv,
): Promise<Pick<Canopy, 'app' | 'server'> & { close(): Promise<void> }> {
  const config = loadConfig(settings);
  const server = await createHttpServer(config);
  const database = await openDatabase(config, server.log);
  const canopy = await createCanopy({ config, database, server });
  return {
    ...canopy,
    async close() {
      await canopy.stop();
      await database.close();
    },
  };
}
