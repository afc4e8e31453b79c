import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lineGroupsOf, shownCounts, tenseOf } from '../../../../contract/run-words.ts';
import type { Run, RunLine } from '../../../../contract/runs.ts';
import { Button } from '../../../components/button/button.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { ShowMore } from '../../../components/feedback/show-more.tsx';
import { IconDownload } from '../../../components/icons/icons.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { sum, unappliedIn } from '../run-texts.ts';
import { downloadResult, runLinesQuery, runReasonsQuery } from '../runs.api.ts';
import { RepairLinks } from './line-change.tsx';
import { RunLineRow } from './run-line-row.tsx';

export function RunLines({ run, isPage }: { run: Run; isPage: boolean }) {
  const counts = shownCounts(run);
  const tense = tenseOf(run);
  const groups = lineGroupsOf(run.kind).flatMap(({ results, tab, after }) => {
    const count = results.reduce((all, result) => all + counts[result], 0);
    return count > 0 ? [{ results, count, label: tense === 'after' ? after : tab }] : [];
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = groups.find(({ label }) => label === chosen);
  const query = useInfiniteQuery(runLinesQuery(run, shown?.results ?? []));
  const total = shown?.count ?? Math.max(run.total, sum(counts));
  const shared = sharedChange(run, query.data ?? []);
  return (
    <section aria-label="Lines" className="mt-3">
      <div className="flex flex-wrap items-center gap-2 pb-3 print:hidden">
        <Tab label="All" count={run.total} isOn={!shown} onPress={() => setChosen(null)} />
        {groups.map((group) => (
          <Tab
            key={group.label}
            {...group}
            isOn={group === shown}
            onPress={() => setChosen(group === shown ? null : group.label)}
          />
        ))}
        <RowsToFix run={run} />
      </div>
      <RunReasons run={run} />
      {shared && (
        <p className="pb-3">
          <span className="text-ink-soft">
            {tense === 'after' ? 'Changed for each: ' : 'The change for each: '}
          </span>
          {shared.field} {shared.before ?? 'nothing'} → {shared.after ?? 'nothing'}
        </p>
      )}
      <div className="overflow-clip rounded-menu border border-line max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
        <QueryView query={query} loading="Loading the lines..." className="py-8">
          {(lines) => (
            <>
              <table aria-label={shown?.label ?? 'All lines'} className="w-full max-md:block md:table-fixed">
                <Head run={run} />
                <tbody className="max-md:block">
                  {lines.map((line) => (
                    <RunLineRow
                      key={line.line}
                      line={differing(line, run, shared)}
                      run={run}
                      isPage={isPage}
                    />
                  ))}
                </tbody>
              </table>
              <ShowMore
                query={query}
                label="Show more lines"
                count={`${formatNumber(lines.length)} of ${formatNumber(total)}`}
              />
            </>
          )}
        </QueryView>
      </div>
    </section>
  );
}

const headClasses =
  'h-9 border-b border-line bg-surface-raised px-3 text-left text-badge font-semibold text-ink-soft first:pl-6';

const headings = { users: 'User', locations: 'Location', stock: 'Product' } as const;

function Head({ run: { kind, about } }: { run: Run }) {
  return (
    <thead className="max-md:hidden">
      <tr>
        {kind === 'import' && <th className={classes(headClasses, 'w-20')}>Line</th>}
        <th className={classes(headClasses, 'w-60')}>{headings[about]}</th>
        <th className={classes(headClasses, 'w-44')}>What</th>
        <th className={headClasses}>Change</th>
      </tr>
    </thead>
  );
}

function RowsToFix({ run }: { run: Run }) {
  const download = useMutation({ mutationFn: () => downloadResult(run.id, 'rejected') });
  if (run.kind !== 'import' || !run.is_own || unappliedIn(shownCounts(run)) === 0) return null;
  return (
    <>
      <Button
        variant="link"
        className="ml-auto"
        icon={<IconDownload size={16} aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Rows to fix (CSV)
      </Button>
      <SaveOutcome save={download} failed="Failed to export the result" className="basis-full" />
    </>
  );
}

function Tab(props: { label: string; count: number; isOn: boolean; onPress: () => void }) {
  const { label, count, isOn, onPress } = props;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classes(
        'inline-flex h-8 items-center gap-1.5 rounded-full border px-3 active:bg-line max-md:h-11',
        isOn
          ? 'border-petrol bg-petrol-soft font-semibold text-petrol'
          : 'border-line-strong bg-surface hover:bg-surface-raised',
      )}
    >
      {label} <span className="font-semibold tabular-nums">{formatNumber(count)}</span>
    </button>
  );
}

const shownReasons = 5;

/** A reason on many rows is said once, with their number and what would mend it. */
function RunReasons({ run }: { run: Run }) {
  const isNeeded = run.kind === 'import' && run.state === 'planned' && unappliedIn(run.planned) > 1;
  const { data } = useQuery({ ...runReasonsQuery(run), enabled: isNeeded });
  const repeated = isNeeded ? data?.reasons.filter(({ lines }) => lines > 1).slice(0, shownReasons) : [];
  if (!repeated?.length) return null;
  return (
    <ul aria-label="Reasons on several rows" className="mb-3 flex flex-col gap-1">
      {repeated.map(({ text, lines, repairs }) => (
        <li key={text} className="flex gap-3">
          <span className="shrink-0 basis-16 font-semibold tabular-nums">{formatNumber(lines)} rows</span>
          <span className="min-w-0">
            <span className="text-bad">{text}</span>
            <RepairLinks run={run} repairs={repairs} />
          </span>
        </li>
      ))}
    </ul>
  );
}

type Change = RunLine['changes'][number];

/** Acts that do the same to every row. Roles and locations depend on what the row had before. */
const sameForAll: readonly Run['act'][] = ['activate', 'deactivate', 'district', 'close', 'reopen'];

/** Said once above the list; null when rows differ. */
function sharedChange({ act }: Pick<Run, 'act'>, lines: readonly RunLine[]): Change | null {
  if (!sameForAll.includes(act)) return null;
  return lines.find(({ changes }) => changes.length > 0)?.changes[0] ?? null;
}

/** By the verb of the title: 'Add employee to 10 users'. */
function whySame(title: string): RunLine['reasons'] {
  if (title.startsWith('Add ')) return [{ text: 'Has it already', repairs: [] }];
  return title.startsWith('Remove ') ? [{ text: 'Does not have it', repairs: [] }] : [];
}

/** The line without what the title or the line above the list says of all: of links, those that it has after it. */
function differing(line: RunLine, { kind, act, title }: Run, shared: Change | null): RunLine {
  if (kind === 'bulk' && (act === 'roles' || act === 'locations')) {
    const after = line.changes.flatMap(({ before, after }) => {
      const isSaid = before === null && after?.split('; ').every((name) => title.includes(name));
      return isSaid ? [] : [{ text: `${after ?? `No ${act}`} after it`, repairs: [] }];
    });
    const isSame = (line.result ?? line.planned) === 'unchanged' && line.reasons.length === 0;
    const why = isSame ? whySame(title) : [];
    return { ...line, reasons: [...line.reasons, ...after, ...why], changes: [] };
  }
  if (!shared) return line;
  const isShared = ({ field, before, after }: Change) =>
    field === shared.field && before === shared.before && after === shared.after;
  return { ...line, changes: line.changes.filter((change) => !isShared(change)) };
}
