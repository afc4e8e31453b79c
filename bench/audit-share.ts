import { openBareDatabase } from './bare-database.ts';
import type { Pace } from './compare.ts';
import type { Facts, Fixture } from './fixture.ts';
import { bindsFor, type Statement } from './replay.ts';
import { type Measure, median } from './report.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';
import { recordScripts } from './scripts.ts';

const writes = ['create', 'replace'] as const satisfies ScenarioName[];

/** How much of a write's time in the database its audit row takes: the recorded statements with and without it. */
export async function measureAuditShare(fixture: Fixture, pace: Pace): Promise<Measure[]> {
  const scripts = await recordScripts(fixture, writes);
  const database = openBareDatabase(fixture.settings);
  const measures: Measure[] = [];
  try {
    for (const name of writes) {
      const whole = scripts[name] ?? [];
      const without = whole.filter(({ sql }) => !sql.includes('audit_entr'));
      if (without.length === whole.length) throw new Error(`A ${name} wrote no audit row`);
      const requests = scenarios[name].requests(fixture.facts, 0, 1);
      const lap = (script: Statement[]) => timeEach(database, script, name, requests, fixture.facts, pace);
      await lap(whole);
      const shares: number[] = [];
      const times: number[] = [];
      for (let round = 0; round < pace.rounds; round++) {
        const [lean, full] = [await lap(without), await lap(whole)];
        shares.push(1 - lean / full);
        times.push(full);
      }
      measures.push({
        what: `audit row's share of ${scenarios[name].label}, database alone`,
        canopy: `${(median(shares) * 100).toFixed(0)} %`,
        bare: `of ${median(times).toFixed(3)} ms`,
      });
    }
  } finally {
    await database.close();
  }
  return measures;
}

/** Milliseconds that one run of the script takes, on average over a round. */
async function timeEach(
  database: ReturnType<typeof openBareDatabase>,
  script: readonly Statement[],
  name: (typeof writes)[number],
  requests: () => Parameters<(typeof scenarios)[typeof name]['params']>[0],
  facts: Facts,
  { roundMs }: Pace,
): Promise<number> {
  const startedAt = performance.now();
  let runs = 0;
  while (performance.now() - startedAt < roundMs) {
    await database.run(script, bindsFor(script, scenarios[name].params(requests(), facts)));
    runs++;
  }
  return (performance.now() - startedAt) / runs;
}
