import { isWorking, type RunSubject } from '../../../../contract/runs.ts';
import { systemContext } from '../../../kernel/access.ts';
import { type App, type InTransaction, now } from '../../../kernel/context.ts';
import { asUnavailable, logFault } from '../../../platform/http/errors.ts';
import { auditRun, inWords, notifyCreator } from '../audit-run.service.ts';
import { deleteDiscarded } from '../discard.service.ts';
import { faultsAllowed, renewMs } from '../pace.pure.ts';
import { countAtEnd } from '../run-lines.repository.ts';
import {
  type ClaimedRun,
  claimRun,
  endRun,
  findWork,
  type Leased,
  listWorking,
  lockRun,
  type RunRow,
  releaseRun,
  renewLease,
  updateRun,
} from '../runs.repository.ts';
import { applyChunk } from './apply-chunk.service.ts';
import { locationSubject } from './location-subject.service.ts';
import { planChunk } from './plan-chunk.service.ts';
import { ActorLost } from './run-context.service.ts';
import { stockSubject } from './stock-subject.service.ts';
import type { Subject } from './subject.pure.ts';
import { userSubject } from './user-subject.service.ts';

export { workEveryMs } from '../pace.pure.ts';

/**
 * A turn for the run that waited longest, until none waits. So several runs advance, also in several processes.
 * `isStopping` ends it at the next line.
 */
export async function workOnRuns(app: App, isStopping: () => boolean = () => false): Promise<void> {
  const { database } = app;
  await giveBack(app);
  let left = await findWork(database.read, app.now());
  while (!isStopping() && left.isAnyWaiting) {
    const run = await database.write((tx) => claimRun(tx, app.now()));
    if (!run) return;
    await workInTurn(app, run, isStopping);
    left = await findWork(database.read, app.now());
  }
  if (left.isAnyDiscarded) await deleteDiscarded(app, isStopping);
}

/** A fault ends with its run, so that the others go on. @throws an outage of the database. */
async function workInTurn(app: App, run: ClaimedRun, isStopping: () => boolean): Promise<void> {
  const { database } = app;
  const lease = renewing(app, run);
  try {
    await work(app, run.read(), isStopping);
    await database.write((tx) => releaseRun(tx, run, now({ app }), { faults: 0 }));
  } catch (error) {
    if (asUnavailable(error)) {
      app.runs.heldLeases.add(run);
      throw error;
    }
    if (error instanceof ActorLost) return await fail(app, run, error.message);
    logFault(app.log, error, 'a run could not continue');
    if (run.faults + 1 >= faultsAllowed) return await fail(app, run, serverFailed);
    // The lease is not given back, so that a fault is not repeated at once.
    await database.write((tx) => updateRun(tx, run.id, { faults: run.faults + 1 }));
  } finally {
    await lease.stop();
  }
}

const serverFailed = 'Stopped: something went wrong on the server. Try again, or ask your administrator.';

/** For work that takes longer than usual. */
function renewing({ database, now, log }: App, run: Leased): { stop(): Promise<void> } {
  let renewal: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewal ??= database
      .write((tx) => renewLease(tx, run, now()))
      .catch((error) => logFault(log, error, 'the lease of a run could not be renewed'))
      .finally(() => {
        renewal = undefined;
      });
  }, renewMs);
  return {
    async stop() {
      clearInterval(timer);
      await renewal;
    },
  };
}

async function giveBack(app: App): Promise<void> {
  for (const run of app.runs.heldLeases) {
    await app.database.write((tx) => releaseRun(tx, run, now({ app })));
    app.runs.heldLeases.delete(run);
  }
}

function work(app: App, run: RunRow, isStopping: () => boolean): Promise<void> {
  const subject = subjects[run.about];
  return run.state === 'planning' ? planChunk(app, run, subject) : applyChunk(app, run, subject, isStopping);
}

const subjects: Record<RunSubject, Subject> = {
  users: userSubject,
  locations: locationSubject,
  stock: stockSubject,
};

/** Where even that throws, the run only ends. */
async function fail(app: App, { id }: ClaimedRun, problem: string): Promise<void> {
  const { database } = app;
  try {
    await database.write(async (tx) => {
      const run = await lockRun(tx, { all: true }, id);
      if (!run || !isWorking(run)) return;
      const request = { id, ip: '', user_agent: '', via: run.kind } as const;
      await failRun({ ...systemContext(app, 'Server', request), tx }, run, problem);
    });
  } catch (error) {
    if (asUnavailable(error)) throw error;
    logFault(app.log, error, 'a run could not be counted at its end');
    await database.write((tx) => endRun(tx, id, problem, now({ app })));
  }
}

/** What is done stays. */
async function failRun(ctx: InTransaction, run: RunRow, problem: string): Promise<void> {
  const counts = await countAtEnd(ctx.tx, run);
  auditRun(ctx, 'run.failed', run, {
    problem,
    ...inWords({ ...run, ...counts }, run.state === 'planning' ? 'before' : 'after'),
  });
  notifyCreator(ctx, run, 'failed', problem);
  await updateRun(ctx.tx, run.id, {
    ...{ state: 'failed', problem, ended_at: now(ctx), leased_until: null, leased_by: null },
    ...counts,
  });
}

/** What is done stays. Returns how many there were. */
export async function stopRuns(ctx: InTransaction, problem: string): Promise<number> {
  const ids = await listWorking(ctx.tx);
  for (const id of ids) {
    const run = await lockRun(ctx.tx, { all: true }, id);
    if (run) await failRun(ctx, run, problem);
  }
  return ids.length;
}
