import type { RunCounts } from '../../contract/runs.ts';
import { few } from './compare-registers.ts';
import type { Report } from './report.ts';
import type { RunLoad } from './run-load.ts';
import type { Store } from './store.ts';

const changes = ['created', 'updated', 'deactivated', 'deleted'];

interface Line {
  run_id: string;
  line: number;
  result: string | null;
  subject_id: string | null;
}

/** Every line was applied once or not at all, with its audit entries, and the users are as the lines say. */
export async function compareRuns(report: Report, store: Store, load: RunLoad): Promise<void> {
  report.check(`runs that went wrong: ${few(load.odd)}`, load.odd.length === 0);
  const lines = await store.query<Line>('select run_id, line, result, subject_id from run_lines');
  await compareEntries(report, store, lines);
  await compareCounts(report, store, lines);
  await compareUsers(report, store, load);
}

async function compareEntries(report: Report, store: Store, lines: readonly Line[]) {
  const entries = await store.query<{ run_id: string; subject_id: string; action: string; count: number }>(
    `select run_id, subject_id, action, cast(count(*) as integer) as count from audit_entries
      where run_id is not null and subject_type = 'user' group by run_id, subject_id, action`,
  );
  const key = (row: { run_id: string; subject_id: string | null }) => `${row.run_id} ${row.subject_id}`;
  const ofLines = Map.groupBy(
    lines.filter(({ result }) => result !== null && changes.includes(result)),
    key,
  );
  const audited = new Set(entries.map(key));
  const wrong = [
    ...entries.filter(({ count }) => count !== 1).map(({ action, count }) => `${action} ${count} times`),
    ...entries.filter((entry) => !ofLines.has(key(entry))).map(({ action }) => `${action} without a line`),
    ...[...ofLines.values()].filter((same) => same.length > 1).map(() => 'one user in two lines'),
    ...[...ofLines.keys()].filter((of) => !audited.has(of)).map(() => 'a line without an entry'),
  ];
  report.check(
    `${ofLines.size} applied lines have ${entries.length} audit entries, wrong: ${few(wrong)}`,
    wrong.length === 0 && ofLines.size > 0,
  );
}

/** As the run says how many lines it applied. */
async function compareCounts(report: Report, store: Store, lines: readonly Line[]) {
  const runs = await store.query<{ id: string; state: string; applied: string }>(
    "select id, state, applied from runs where state in ('done', 'canceled', 'failed')",
  );
  const ofRun = Map.groupBy(lines, ({ run_id }) => run_id);
  const wrong = runs.filter(({ id, state, applied }) => {
    const own = ofRun.get(id) ?? [];
    const isUnfinished = state === 'done' && own.some(({ result }) => result === null);
    const counts = Object.entries(JSON.parse(applied) as RunCounts);
    return (
      isUnfinished || counts.some(([result, n]) => own.filter((line) => line.result === result).length !== n)
    );
  });
  report.check(
    `${runs.length} runs count the lines that they applied, wrong: ${few(wrong.map(({ id }) => id))}`,
    wrong.length === 0,
  );
}

async function compareUsers(report: Report, store: Store, { phones, bulk }: RunLoad) {
  const users = await store.query<{ id: string; email: string; phone: string; is_active: boolean | number }>(
    'select id, email, phone, is_active from users',
  );
  const links = await store.query<{ user_id: string; location_id: string }>(
    'select user_id, location_id from user_locations',
  );
  const imported = users.filter(({ email }) => email.startsWith('import'));
  const other = imported.filter(({ email, phone }) => phones.get(email) !== phone);
  report.check(
    `${imported.length} users of imports as their last lines say, wrong: ${few(other.map(({ email }) => email))}`,
    other.length === 0 && imported.length === phones.size,
  );
  const at = Map.groupBy(links, ({ user_id }) => user_id);
  const known = new Map(users.map((user) => [user.id, user]));
  const wrong = [...bulk].filter(([id, { is_active, location_id }]) => {
    const locations = (at.get(id) ?? []).map((link) => link.location_id);
    const expected = location_id === null ? [] : [location_id];
    return Boolean(known.get(id)?.is_active) !== is_active || locations.join() !== expected.join();
  });
  report.check(
    `${bulk.size} users of bulk acts as their last lines say, wrong: ${wrong.length}`,
    wrong.length === 0,
  );
}
