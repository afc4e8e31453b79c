import { describeCounts, shownCounts, tenseOf } from '../../../contract/run-words.ts';
import { changesIn, type Run, type RunCounts } from '../../../contract/runs.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';

export function unappliedIn({ changed, rejected }: RunCounts): number {
  return changed + rejected;
}

const nouns: Record<Run['about'], string> = { users: 'user', locations: 'location', stock: 'stock item' };

export function nounOf({ about }: Pick<Run, 'about'>, count: number) {
  return count === 1 ? nouns[about] : `${nouns[about]}s`;
}

function counted({ about }: Pick<Run, 'about'>, count: number) {
  return countOf(count, nouns[about]);
}

export function headlineOf(run: Run): string {
  const { state, kind, total, applied } = run;
  const counts = shownCounts(run);
  const isAfter = tenseOf(run) === 'after';
  if (state === 'failed' || state === 'canceled') {
    if (!isAfter) return 'Nothing was changed.';
    const lines = `${formatNumber(sum(applied))} of ${formatNumber(total)}`;
    return `Stopped after ${lines} lines. Changes made so far stay: ${describeCounts(kind, 'after', applied).toLowerCase()}.`;
  }
  const changes = changesIn(counts);
  const left = unappliedIn(counts);
  if (changes === 0 && left === 0) return `0 changes. ${sameOf(run)}`;
  const same = counts.unchanged;
  return [
    changes > 0 || !isAfter ? changesText(run, counts, isAfter) : 'Nothing was changed.',
    left > 0 && unappliedText(run, left, isAfter),
    same > 0 && sameText(run, same, isAfter),
  ]
    .filter(Boolean)
    .join(' ');
}

/** An undo says apart whom it deactivates and whom it deletes. */
function changesText(run: Run, counts: RunCounts, isAfter: boolean) {
  const { deactivated, deleted } = counts;
  const all = changesIn(counts);
  const isMixed = run.kind === 'undo' && deactivated < all && deleted < all;
  if (!isMixed) return `${counted(run, all)} ${verbOf(run, counts, isAfter)}.`;
  const say = (count: number, verb: string) => (count > 0 ? [`${counted(run, count)} ${verb}.`] : []);
  return [
    ...say(all - deactivated - deleted, isAfter ? 'went back' : 'will go back'),
    ...say(deactivated, `${formOfBe(deactivated, isAfter)} deactivated`),
    ...say(deleted, `${formOfBe(deleted, isAfter)} deleted`),
  ].join(' ');
}

function formOfBe(count: number, isAfter: boolean) {
  if (!isAfter) return 'will be';
  return count === 1 ? 'was' : 'were';
}

/** A row of a file may be a total, or be read with another one. */
function sameText({ kind }: Run, same: number, isAfter: boolean) {
  const one = same === 1;
  if (kind === 'import') {
    return `${countOf(same, 'row')} ${isAfter ? 'changed' : one ? 'changes' : 'change'} nothing.`;
  }
  const stay = isAfter ? 'stayed' : one ? 'stays' : 'stay';
  const be = isAfter ? formOfBe(same, true) : one ? 'is' : 'are';
  return `${formatNumber(same)} ${stay} as ${one ? 'it' : 'they'} ${be}.`;
}

function sameOf(run: Run) {
  if (run.kind === 'import') return 'Everything already matches the file.';
  if (run.kind === 'undo') return 'Everything is as it was before.';
  return `All ${counted(run, run.total)} match already.`;
}

/** 'will be deactivated', 'changed' */
function verbOf({ kind, act }: Run, counts: RunCounts, isAfter: boolean) {
  const all = changesIn(counts);
  const be = formOfBe(all, isAfter);
  if (all > 0 && counts.deactivated === all) return `${be} deactivated`;
  if (all > 0 && counts.deleted === all) return `${be} deleted`;
  if (act === 'invite') return `${be} invited`;
  if (kind === 'undo') return isAfter ? 'went back' : 'will go back';
  if (all > 0 && counts.created === all) return `${be} added`;
  return isAfter ? 'changed' : 'will change';
}

function unappliedText({ kind }: Run, left: number, isAfter: boolean) {
  const one = left === 1;
  const rows = `${formatNumber(left)}${kind === 'import' ? (one ? ' row' : ' rows') : ''}`;
  if (isAfter) return `${rows} ${one ? 'was' : 'were'} skipped.`;
  return kind === 'import' ? `${rows} ${one ? 'needs' : 'need'} a fix.` : `${rows} will be skipped.`;
}

export function actionOf(run: Run): string {
  const { kind, planned } = run;
  const changes = changesIn(planned);
  const left = unappliedIn(planned);
  const rows = counted(run, changes);
  const skip = left > 0 ? `, skip ${formatNumber(left)}` : '';
  if (kind === 'bulk') return titleFor(run, rows) + skip;
  if (kind === 'undo') return `Undo for ${rows}${skip}`;
  const verb =
    planned.created === changes ? 'Add' : planned.deactivated === changes ? 'Deactivate' : 'Change';
  return `${verb} ${rows}${skip}`;
}

/** With the rows that change in place of the selected ones. */
function titleFor(run: Run, rows: string) {
  for (const selected of [run.total + run.left_out, run.total]) {
    const named = counted(run, selected);
    const at = run.title.lastIndexOf(named);
    if (at >= 0) return run.title.slice(0, at) + rows + run.title.slice(at + named.length);
  }
  return `Change ${rows}`;
}

export function isHarsh({ planned }: Run): boolean {
  const changes = changesIn(planned);
  return changes > 0 && planned.deactivated + planned.deleted === changes;
}

export function describeConfirm(run: Run, confirm: number): string {
  const { deactivated } = run.planned;
  const others = confirm - deactivated;
  const what = run.act === 'roles' ? 'roles' : run.act === 'locations' ? 'locations' : 'roles or locations';
  if (others <= 0) return `${counted(run, confirm)} will be deactivated.`;
  if (deactivated === 0) return `${counted(run, others)} will lose ${what}.`;
  return `${counted(run, deactivated)} will be deactivated, and ${formatNumber(others)} will lose ${what}.`;
}

export function sum(counts: RunCounts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
