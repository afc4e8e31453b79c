import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mayRun } from '../../../contract/access/acts.ts';
import { describeEffect, describeState } from '../../../contract/run-words.ts';
import type { Run } from '../../../contract/runs.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { FeedPage } from '../../components/feed-page/feed-page.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { classes } from '../../lib/browser/classes.ts';
import { formatAgo, formatDate } from '../../lib/format/format-date.ts';
import { discardRun, isWorking, runsQuery } from './runs.api.ts';

const pollMs = 3000;

export function RunsPage() {
  const query = useQuery({
    ...runsQuery,
    refetchInterval: ({ state: { data } }) => data?.some(isWorking) && pollMs,
  });
  const { hasPermission, mayImport, hasRegisters } = useAccess();
  const imports = (['users', 'locations', ...(hasRegisters ? (['stock'] as const) : [])] as const).filter(
    mayImport,
  );
  const seesAll = hasPermission('audit.read') && hasPermission('locations.all');
  const links = imports.map((about) => (
    <Link
      key={about}
      to="/import/$about"
      params={{ about }}
      className={`${buttonClasses('secondary')} max-md:flex-1`}
    >
      Import {about}
    </Link>
  ));
  return (
    <FeedPage
      title="Imports and bulk changes"
      subtitle={`${seesAll ? "Everyone's" : 'Yours'}, last 90 days`}
      actions={links.length > 0 && <div className="flex gap-2 max-md:hidden">{links}</div>}
      above={<div className="mb-4 flex gap-2 md:hidden">{links}</div>}
      query={query}
      rows={query.data}
      loading="Loading the runs..."
      empty={mayRun(hasPermission) ? nothingYet : mayNot}
    >
      {(runs) => (
        <ul>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
    </FeedPage>
  );
}

const nothingYet = {
  title: 'Nothing yet',
  text: 'Imports from a file and changes of many rows at once will appear here, with their results.',
};
const mayNot = { title: "You can't import.", text: 'Ask your administrator.' };

function RunRow({ run }: { run: Run }) {
  const { id, title, can, is_own, created_by, created_at } = run;
  const discard = useMutation({ mutationFn: (_: undefined, context) => discardRun(run, context) });
  const effect = describeEffect(run);
  return (
    <li
      data-row={id}
      className="relative grid gap-x-6 border-b border-line px-6 py-1 last:border-b-0 hover:bg-row-hover has-active:bg-line max-md:grid-cols-[auto_auto_minmax(0,1fr)] max-md:gap-x-4 max-md:gap-y-1 max-md:px-4 max-md:py-3 md:min-h-12 md:grid-cols-[minmax(0,1fr)_9rem_6rem_4.5rem] md:items-center"
    >
      <span className="min-w-0 max-md:col-span-3">
        <Link
          to="/runs/$runId"
          params={{ runId: id }}
          className="block truncate rounded-badge leading-5 font-semibold after:absolute after:inset-0"
        >
          {title}
        </Link>
        <span className="block truncate text-small leading-4.5 text-ink-soft">
          {is_own ? 'You' : (created_by ?? 'A deleted user')}
          {effect && `: ${effect}`}
        </span>
      </span>
      <RunState run={run} />
      <time
        dateTime={created_at}
        data-tooltip={formatDate(created_at)}
        className="text-small whitespace-nowrap text-ink-soft md:text-right"
      >
        {formatAgo(created_at)}
      </time>
      <span className="relative z-1 text-right">
        {can.discard && !isWorking(run) && (
          <Button
            variant="link"
            aria-label={`Discard ${title}`}
            disabled={discard.isPending}
            onClick={() => discard.mutate(undefined)}
          >
            Discard
          </Button>
        )}
      </span>
      <SaveOutcome save={discard} failed="Failed to discard" className="relative z-1 col-span-full mt-2" />
    </li>
  );
}

const signs: Partial<Record<Run['state'], string>> = { done: '✓', failed: '×', canceled: '−' };
const colors: Partial<Record<Run['state'], string>> = { done: 'text-good', failed: 'text-bad' };

/** The state of a run with a mark that does not need its color. Green only for what was done. */
function RunState({ run }: { run: Run }) {
  const { state, undone_by } = run;
  const sign = undone_by ? '↺' : (signs[state] ?? '…');
  const color = undone_by ? 'text-ink-soft' : (colors[state] ?? 'text-ink-soft');
  return (
    <span className={classes('flex items-center gap-1.5 whitespace-nowrap', color)}>
      <span
        aria-hidden="true"
        className="grid size-4.5 shrink-0 place-items-center rounded-badge border border-current font-sign text-badge leading-none font-semibold"
      >
        {sign}
      </span>
      {describeState(run)}
    </span>
  );
}
