import { type App, now } from '../../../kernel/context.ts';
import { logFault } from '../../../kernel/errors.ts';
import { countResults } from '../results.ts';
import { claimRun, isAnyWaiting, lockRun, type RunRow, releaseRun, updateRun } from '../runs.repository.ts';
import { onWake } from '../wake.ts';
import { applyChunk } from './apply-chunk.ts';
import { locationSubject } from './location-subject.ts';
import { planChunk } from './plan-chunk.ts';
import { ActorLost } from './run-context.ts';
import type { Subject } from './subject.ts';
import { userSubject } from './user-subject.ts';

/** Another process may have stopped in the middle of a run. */
const intervalMs = 3000;

/**
 * Works on runs until none waits: plans or applies some lines of one, then of the run that waited longest. So several
 * runs advance in turns, also in several processes. `isStopping` ends it at the next line.
 */
export async function workOnRuns(app: App, isStopping: () => boolean = () => false): Promise<void> {
  const { database } = app;
  while (!isStopping() && (await isAnyWaiting(database.read, app.now()))) {
    const run = await database.write((tx) => claimRun(tx, app.now()));
    if (!run) return;
    try {
      await work(app, run, isStopping);
    } catch (error) {
      // The lease is not given back, so that a fault is not repeated at once.
      if (!(error instanceof ActorLost)) throw error;
      await fail(app, run, error.message);
    }
    await database.write((tx) => releaseRun(tx, run, now({ app })));
  }
}

function work(app: App, run: RunRow, isStopping: () => boolean): Promise<void> {
  const step = <Asked, Act>(subject: Subject<Asked, Act>) =>
    run.state === 'planning' ? planChunk(app, run, subject) : applyChunk(app, run, subject, isStopping);
  return run.about === 'users' ? step(userSubject) : step(locationSubject);
}

function fail(app: App, { id }: RunRow, problem: string): Promise<void> {
  return app.database.write(async (tx) => {
    const run = await lockRun(tx, { all: true }, id);
    if (run?.state !== 'planning' && run?.state !== 'applying') return;
    const done = run.state === 'applying' ? await countResults(tx, id) : {};
    await updateRun(tx, id, { state: 'failed', problem, ended_at: now({ app }), ...done });
  });
}

/** Works on runs in the background until `stop`, which waits for the current line. */
export function runWorker(app: App): { stop(): Promise<void> } {
  let isStopping = false;
  let isWoken = false;
  let running: Promise<void> | undefined;
  const wake = () => {
    isWoken = true;
    running ??= drain().finally(() => {
      running = undefined;
    });
  };
  async function drain() {
    while (isWoken && !isStopping) {
      isWoken = false;
      await workOnRuns(app, () => isStopping).catch((error) =>
        logFault(app.log, error, 'a run could not continue'),
      );
    }
  }
  onWake(app, wake);
  const timer = setInterval(wake, intervalMs);
  timer.unref();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
