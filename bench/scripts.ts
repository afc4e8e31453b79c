import { createCanopy } from '../server/app.ts';
import { loadConfig } from '../server/config/config.ts';
import { createHttpServer } from '../server/http/http-server.ts';
import { openDatabase } from '../server/start/open-database.ts';
import { type Executed, record } from '../server/testing/recorded-statements.ts';
import type { Fixture } from './fixture.ts';
import { makeScript, type Statement } from './replay.ts';
import { type Request, type ScenarioName, scenarios } from './scenarios.ts';

/** Sends the two samples of each scenario through the whole server in this process, and takes down what it runs. */
export async function recordScripts(fixture: Fixture, names: readonly ScenarioName[]) {
  const config = loadConfig(fixture.settings);
  const server = await createHttpServer(config);
  const database = await openDatabase(config, server.log);
  const canopy = await createCanopy({ config, database, server });
  const send = async ({ method, path, body }: Request) => {
    const headers = { authorization: `Bearer ${fixture.facts.token}` };
    const payload = body as object | undefined;
    const answer = await canopy.server.inject({ method, url: path, headers, ...(payload && { payload }) });
    if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.body}`);
  };
  const scripts: Partial<Record<ScenarioName, Statement[]>> = {};
  const { usersIds, roleIds } = fixture.facts;
  try {
    // An earlier measurement left some with the other role, and the replayed statements take the first for granted.
    for (const id of usersIds)
      await send({ method: 'PUT', path: `/api/users/${id}/roles`, body: { role_ids: [roleIds[0]] } });
    for (const name of names) {
      const { samples, params } = scenarios[name];
      const requests = samples(fixture.facts);
      // The first request of a process also looks up keys.
      await send({ method: 'GET', path: '/api/profile' });
      const statements: Executed[][] = [];
      for (const request of requests) statements.push(await record(() => send(request)));
      const recorded = (at: 0 | 1) => ({
        statements: statements[at] ?? [],
        params: params(requests[at], fixture.facts),
      });
      scripts[name] = makeScript(recorded(0), recorded(1));
    }
  } finally {
    await canopy.stop();
    await database.close();
  }
  return scripts;
}
