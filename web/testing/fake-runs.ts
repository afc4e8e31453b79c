import type { LineResult, Run, RunCounts, RunLine } from '../../contract/runs.ts';
import * as contract from '../../contract/runs.ts';
import type { FakeServer } from './fake-server.ts';

const none: RunCounts = {
  created: 0,
  updated: 0,
  deactivated: 0,
  deleted: 0,
  unchanged: 0,
  changed: 0,
  rejected: 0,
};

export function counts(some: Partial<RunCounts>): RunCounts {
  return { ...none, ...some };
}

/** A preview of a bulk act over two users, unless a test says otherwise. */
export function makeRun(changes: Partial<Run> = {}): Run {
  return {
    id: 'run-1',
    kind: 'bulk',
    about: 'users',
    title: 'Deactivate 2 users',
    act: 'deactivate',
    state: 'planned',
    file: null,
    options: null,
    total: 2,
    done: 2,
    planned: counts({ updated: 2 }),
    applied: none,
    confirm: null,
    problem: null,
    left_out: 0,
    retryable: 0,
    undo_of: null,
    undone_by: null,
    pending_undo: null,
    can: { apply: true, cancel: false, discard: true, retry: false, undo: false },
    created_by: 'Maria Alvarez',
    is_own: true,
    created_at: '2026-11-20T21:05:00.000Z',
    ended_at: null,
    expires_at: '2026-11-27T21:05:00.000Z',
    ...changes,
  };
}

/** The same run while it is applied. */
export function applyingRun(changes: Partial<Run> = {}): Run {
  return makeRun({
    state: 'applying',
    done: 0,
    can: { apply: false, cancel: true, discard: false, retry: false, undo: false },
    expires_at: null,
    ...changes,
  });
}

/** The same run when it has ended. */
export function endedRun(changes: Partial<Run> = {}): Run {
  return makeRun({
    state: 'done',
    applied: counts({ updated: 2 }),
    can: { apply: false, cancel: false, discard: false, retry: false, undo: true },
    ended_at: '2026-11-20T21:06:00.000Z',
    expires_at: null,
    ...changes,
  });
}

export function makeLine(line: number, result: LineResult, changes: Partial<RunLine> = {}): RunLine {
  return {
    line,
    subject: { id: `user-of-line-${line}`, name: `User ${line}` },
    planned: result,
    result: null,
    reason: null,
    reasons: changes.reason ? [{ text: changes.reason, repairs: [] }] : [],
    changes: [],
    ...changes,
  };
}

/** Answers all requests about runs. The test changes both objects, which are the server's data. */
export function serveRuns(server: FakeServer, runs: Run[], lines: RunLine[] = []) {
  const find = (path: string) => runs.find(({ id }) => path.split('/')[3] === id);
  const isOf = (line: RunLine, result: string | undefined) =>
    result === undefined || (line.result ?? line.planned) === result;
  server.answer(contract.listRuns, () => ({ runs }));
  server.answer(contract.getRun, ({ path }) => find(path) ?? Promise.reject(new Error(`No run at ${path}`)));
  server.answer(contract.listRunReasons, ({ path }) => {
    const reasons = lines.flatMap(({ line, reasons }) => reasons.map((reason) => ({ ...reason, line })));
    const repeated = find(path)?.planned.rejected ?? 0;
    // The last reason is that of all rejected lines, of which a test has only the first ones.
    const counted = reasons.map((reason, at) => ({
      ...reason,
      lines: at === reasons.length - 1 ? repeated : 1,
    }));
    return { reasons: counted, is_more: false };
  });
  server.answer(contract.listRunLines, ({ query: { result, after = '0', limit = '100' } }) => {
    const found = lines.filter((line) => line.line > Number(after) && isOf(line, result));
    const page = found.slice(0, Number(limit));
    return { lines: page, next: page.length < found.length ? (page.at(-1)?.line ?? null) : null };
  });
  server.answer(contract.listUnknownWords, () => ({ words: [], is_more: false }));
  /** Every act on a run sets these members. */
  const put = (path: string, changes: Partial<Run>) => {
    const at = runs.findIndex(({ id }) => path.split('/')[3] === id);
    const run = { ...makeRun(), ...runs[at], ...changes };
    runs[at] = run;
    return run;
  };
  return { put };
}
