import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgresCluster } from '../server/testing/databases/postgres-cluster.ts';
import { freePort } from '../server/testing/processes/free-port.ts';
import * as chain from './support/chain.ts';
import { Instance } from './support/instance.ts';
import { countFailures, startLoad } from './support/load.ts';
import { checkEveryMs, startCaddy, startHttpProxy, startNginx } from './support/proxies.ts';
import type { Report } from './support/report.ts';

/** For how long nginx leaves a server out that failed once. */
const leftOutMs = 10_000;

const known = {
  haproxy: { start: startHttpProxy, pauseMs: 2 * checkEveryMs },
  nginx: { start: (port: number, all: Instance[]) => startNginx(port, all, false), pauseMs: 0 },
  'nginx with its defaults': {
    start: (port: number, all: Instance[]) => startNginx(port, all, true),
    pauseMs: leftOutMs + 1000,
  },
  caddy: { start: startCaddy, pauseMs: 2 * checkEveryMs },
};

/** Three servers, of which each is restarted under load as docs/operations.md says, behind the settings of deploy/. */
export async function proxies(report: Report, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string', default: '' } } });
  const cluster = await startPostgresCluster({ isDurable: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const make = (name: string) =>
    Instance.make(name, {
      DATABASE_URL: cluster.url,
      PUBLIC_URL: url,
      SECRET_KEY: 'the same key for all three instances',
      SHUTDOWN_DELAY_SECONDS: '1',
      DATABASE_POOL_SIZE: '8',
    });
  const all = [await make('one'), await make('two'), await make('three')];
  try {
    await Promise.all(all.map((instance) => instance.start()));
    const token = await chain.signUp(all[0]?.url ?? '');
    for (const [name, { start, pauseMs }] of Object.entries(known)) {
      if (!name.startsWith(values.only)) continue;
      const proxy = start(port, all);
      try {
        await untilAnswers(url);
        const endLoad = startLoad(url, token);
        for (const instance of all) {
          await instance.end('SIGTERM');
          await sleep(3000);
          await instance.start();
          await sleep(pauseMs);
        }
        const { requests, failed, acknowledged } = await endLoad();
        report.check(
          `${name}: ${requests} requests, ${acknowledged.length} changes, failed: ${countFailures(failed)}`,
          failed.length === 0 && acknowledged.length > 0,
        );
        const lost = await chain.countMissing(cluster.url, acknowledged);
        report.check(`${name}: ${lost} acknowledged changes lost`, lost === 0);
      } finally {
        await proxy.stop();
      }
    }
  } finally {
    for (const instance of all) await instance.end('SIGKILL');
    await cluster.stop();
  }
}

/** On a busy machine a proxy takes a while to start. */
async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (
      await fetch(`${url}/healthz`)
        .then(({ ok }) => ok)
        .catch(() => false)
    )
      return;
    await sleep(100);
  }
  throw new Error('The proxy does not answer');
}
