import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Run } from '../../../../contract/runs.ts';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { ShowMore } from '../../../components/feedback/show-more.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { countsOf, groupsOf, type LineGroup, sum } from '../run-texts.ts';
import { runLinesQuery } from '../runs.api.ts';
import { RunLineRow } from './run-line-row.tsx';

export interface RunLinesProps {
  run: Run;
  isPage: boolean;
}

/** The lines of a run, all or those with one result. */
export function RunLines({ run, isPage }: RunLinesProps) {
  const groups = groupsOf(run);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = groups.find(({ label }) => label === chosen);
  const query = useInfiniteQuery(runLinesQuery(run, shown?.results ?? []));
  const total = shown?.count ?? Math.max(run.total, sum(countsOf(run)));
  return (
    <section aria-label="Lines" className="mt-4">
      <div className="flex flex-wrap gap-2 pb-3">
        <Tab label="All" count={run.total} tone="plain" isOn={!shown} onPress={() => setChosen(null)} />
        {groups.map((group) => (
          <Tab
            key={group.label}
            {...group}
            isOn={group === shown}
            onPress={() => setChosen(group === shown ? null : group.label)}
          />
        ))}
      </div>
      <div className="overflow-clip rounded-menu border border-line">
        <QueryView query={query} loading="Loading the lines..." className="py-8">
          {(lines) => (
            <>
              <ul aria-label={shown?.label ?? 'All lines'}>
                {lines.map((line) => (
                  <RunLineRow key={line.line} line={line} run={run} isPage={isPage} />
                ))}
              </ul>
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

interface TabProps extends Pick<LineGroup, 'label' | 'count' | 'tone'> {
  isOn: boolean;
  onPress: () => void;
}

/** The number of lines with this result. A press shows only these. */
function Tab({ label, count, tone, isOn, onPress }: TabProps) {
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
        !isOn && tone === 'bad' && 'text-bad',
      )}
    >
      {label} <span className="tabular-nums">{formatNumber(count)}</span>
    </button>
  );
}
