import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BareOrders } from './bare-server.ts';
import type { Fixture } from './fixture.ts';
import { type Load, type LoadResult, startLoad } from './load.ts';
import { type Process, processorMs, startProcess } from './process.ts';
import { atLeast, type Measure, median, percentile } from './report.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';
import { recordScripts } from './scripts.ts';

const connections = 16;
const aim = 0.6;
/** The issue sets an aim for these; the others are shown. */
const aimed: readonly ScenarioName[] = ['page', 'read', 'create', 'replace'];

export interface Pace {
  rounds: number;
  roundMs: number;
}

/** Requests a second of Canopy against the bare server, in rounds that alternate, because the machine is noisy. */
export async function compareWithBare(
  fixture: Fixture,
  names: readonly ScenarioName[],
  pace: Pace,
): Promise<Measure[]> {
  const orders: BareOrders = { facts: fixture.facts, scripts: await recordScripts(fixture, names) };
  const file = join(fixture.settings.DATA_DIR ?? '', 'bare-orders.json');
  await writeFile(file, JSON.stringify(orders));
  const canopy = await fixture.startCanopy();
  const { PORT: _, ...settings } = fixture.settings;
  const bare = await startProcess('bench/bare-server.ts', { ...settings, BARE_ORDERS: file }, '/');
  try {
    const measures: Measure[] = [];
    for (const name of names) measures.push(await compareOne(name, fixture, { canopy, bare }, pace));
    return measures;
  } finally {
    await Promise.all([canopy.stop(), bare.stop()]);
  }
}

interface Servers {
  canopy: Process;
  bare: Process;
}

async function compareOne(
  name: ScenarioName,
  { facts }: Fixture,
  { canopy, bare }: Servers,
  { rounds, roundMs }: Pace,
): Promise<Measure> {
  const load = startLoad({ requests: name, facts, connections });
  const on = async (server: Process, milliseconds: number): Promise<Round> => {
    const before = processorMs(server);
    const result = await load.run({ port: server.port, milliseconds });
    return { ...result, processorMs: processorMs(server) - before };
  };
  const seen: { canopy: Round; bare: Round }[] = [];
  try {
    // Warm: statements are prepared, the compiler has seen the code.
    await on(bare, roundMs / 2);
    await on(canopy, roundMs);
    for (let round = 0; round < rounds; round++) {
      if (round % 2 === 0) {
        const ours = await on(canopy, roundMs);
        seen.push({ canopy: ours, bare: await on(bare, roundMs) });
      } else {
        const theirs = await on(bare, roundMs);
        seen.push({ bare: theirs, canopy: await on(canopy, roundMs) });
      }
    }
  } finally {
    await stopQuietly(load);
  }
  const ratio = median(seen.map((round) => round.canopy.perSecond / round.bare.perSecond));
  return {
    what: scenarios[name].label,
    canopy: describe(seen.map((round) => round.canopy)),
    bare: describe(seen.map((round) => round.bare)),
    ...(aimed.includes(name) ? atLeast(ratio, aim) : { ratio }),
  };
}

function stopQuietly(load: Load) {
  return load.stop().catch(() => {});
}

interface Round extends LoadResult {
  processorMs: number;
}

function describe(results: readonly Round[]): string {
  const perSecond = median(results.map((result) => result.perSecond));
  const slow = percentile(
    results.flatMap((result) => result.latenciesMs),
    0.95,
  );
  const work = median(results.map((result) => result.processorMs / result.requests));
  return `${perSecond.toFixed(0)}/s, p95 ${slow.toFixed(1)} ms, ${(work * 1000).toFixed(0)} µs`;
}
