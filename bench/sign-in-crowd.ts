import type { Pace } from './compare.ts';
import type { Fixture } from './fixture.ts';
import { startLoad } from './load.ts';
import { atMostTimes, type Measure, median, percentile } from './report.ts';
import { signIn } from './sign-in.ts';

const crowd = 50;
const connections = 4;

/** How long others wait for a user's page while fifty users sign in at once, against when nobody does. */
export async function measureCrowd(fixture: Fixture, pace: Pace): Promise<Measure[]> {
  const canopy = await fixture.startCanopy();
  const load = startLoad({ requests: 'read', facts: fixture.facts, connections });
  const read = () => load.run({ port: canopy.port, milliseconds: pace.roundMs });
  const idle: number[][] = [];
  const crowded: number[][] = [];
  try {
    await read();
    for (let round = 0; round < pace.rounds; round++) {
      idle.push((await read()).latenciesMs);
      const arriving = keepArriving(() => signIn(canopy, fixture.admin));
      crowded.push((await read()).latenciesMs);
      await arriving.stop();
    }
  } finally {
    await load.stop().catch(() => {});
    await canopy.stop();
  }
  const row = (share: number) => {
    const at = (rounds: number[][]) => rounds.map((latencies) => percentile(latencies, share));
    const ratio = median(at(crowded).map((value, round) => value / (at(idle)[round] ?? 1)));
    return {
      canopy: `${median(at(crowded)).toFixed(2)} ms`,
      bare: `${median(at(idle)).toFixed(2)} ms`,
      ratio,
    };
  };
  const slowest = row(0.99);
  return [
    { what: 'a single read while 50 sign in, median (bare: nobody does)', ...row(0.5) },
    { what: '… slowest of 99 %', ...slowest, ...atMostTimes(slowest.ratio, 5) },
  ];
}

/** Fifty at a time: whoever is in makes room for the next one. */
function keepArriving(arrive: () => Promise<void>) {
  let isOver = false;
  const lane = async () => {
    while (!isOver) await arrive();
  };
  const lanes = Promise.all(Array.from({ length: crowd }, lane));
  return {
    async stop() {
      isOver = true;
      await lanes;
    },
  };
}
