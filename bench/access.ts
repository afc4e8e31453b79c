import type { Pace } from './compare.ts';
import type { Fixture } from './fixture.ts';
import { type LoadResult, startLoad } from './load.ts';
import { processorMs, startProcess } from './process.ts';
import { atMost, type Measure, median } from './report.ts';

const mostMs = 0.1;

/** The two endpoints of access-server.ts: the same answer, for anyone and for whoever holds a permission. */
export const openPath = '/api/bench/open';
export const guardedPath = '/api/bench/guarded';

/**
 * What checking the token, reading session, user and permissions, and asking for the permission add to a request:
 * to how long it takes when it is alone, and to the server's work when many come at once.
 */
export async function measureAccess(fixture: Fixture, pace: Pace): Promise<Measure[]> {
  const server = await startProcess('bench/access-server.ts', fixture.settings, openPath);
  const measure = async (connections: number, costOf: (result: LoadResult, work: number) => number) => {
    const loads = [openPath, guardedPath].map((path) =>
      startLoad({ requests: { path }, facts: fixture.facts, connections }),
    );
    const costs: number[][] = [[], []];
    try {
      // The first round warms up.
      for (let round = 0; round <= pace.rounds; round++) {
        for (const [index, load] of loads.entries()) {
          const before = processorMs(server);
          const result = await load.run({ port: server.port, milliseconds: pace.roundMs });
          if (round > 0) costs[index]?.push(costOf(result, processorMs(server) - before));
        }
      }
    } finally {
      await Promise.all(loads.map((load) => load.stop().catch(() => {})));
    }
    const [open = [], guarded = []] = costs;
    const added = median(guarded.map((cost, round) => cost - (open[round] ?? 0)));
    return {
      ...atMost(added, 'ms', mostMs, 3),
      bare: `${median(open).toFixed(3)} ms`,
      ratio: median(guarded.map((cost, round) => cost / (open[round] ?? 1))),
    };
  };
  try {
    return [
      {
        what: 'session and permission add to a request (bare: the same, open)',
        ...(await measure(1, ({ latenciesMs }) => median(latenciesMs))),
      },
      {
        what: '… to its processor time, 16 connections',
        ...(await measure(16, ({ requests }, work) => work / requests)),
      },
    ];
  } finally {
    await server.stop();
  }
}
