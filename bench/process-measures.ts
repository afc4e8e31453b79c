import { existsSync, readFileSync } from 'node:fs';
import type { Fixture } from './fixture.ts';
import { readAll } from './lists.ts';
import { atMost, type Measure, median } from './report.ts';

const startAimMs = 1000;
const memoryAimMb = 150;
/** As often as a user would open the list in a day. */
const listReads = 20;

/** From `node server/main.ts` over a migrated database to the first answer that needed the database. */
export async function measureWarmStart(fixture: Fixture, times: number): Promise<Measure> {
  const seen: number[] = [];
  for (let time = 0; time < times; time++) {
    const canopy = await fixture.startCanopy();
    seen.push(canopy.firstAnswerMs);
    await canopy.stop();
  }
  return { what: 'warm start to first answer', ...atMost(median(seen), 'ms', startAimMs) };
}

/** Resident memory of the server after it has given out all users, again and again. Linux only. */
export async function measureMemory(fixture: Fixture): Promise<Measure[]> {
  const canopy = await fixture.startCanopy();
  try {
    const status = `/proc/${canopy.pid}/status`;
    if (!existsSync(status)) return [];
    const megabytes = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]) / 1024;
    const atRest = megabytes();
    for (let read = 0; read < listReads; read++) await readAll(canopy, fixture.facts.token);
    return [
      { what: 'resident memory after the start', canopy: `${atRest.toFixed(0)} MB` },
      {
        what: `resident memory, 10,000 users listed ${listReads} times`,
        ...atMost(megabytes(), 'MB', memoryAimMb),
      },
    ];
  } finally {
    await canopy.stop();
  }
}
