import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListActions } from '../../../components/bulk/list-actions.tsx';
import { buttonClasses } from '../../../components/button/button.tsx';
import { ExportButton } from '../../../components/button/export-button.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { noMatches } from '../../../components/feed-page/feed-page.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { UnknownFilters } from '../../../components/filters/unknown-filters.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { ViewsButton } from '../../../parts/views/views-button.tsx';
import { HeldMoney } from '../departments/held-money.tsx';
import { salesHeadQuery } from '../registers.api.ts';
import { SectionBar } from '../section-bar.tsx';
import { DayProblems } from './day-problems.tsx';
import { comparedQuery } from './sales.api.ts';
import { SalesChartCard } from './sales-chart-card.tsx';
import { SalesFilters } from './sales-filters.tsx';
import { daysOf, exportShown, noQuestion, SalesRows } from './sales-rows.tsx';
import { useSalesUrl } from './sales-url.ts';

const builtIn = [
  { name: 'All sales', search: {} },
  { name: 'Yesterday by location', search: { period: 'yesterday', show: 'locations' } },
  { name: 'Month to date', search: { period: 'month_to_date' } },
  { name: 'Not closed', search: { show: 'both', day: 'not_closed' } },
];

export function SalesPage(): ReactNode {
  const url = useSalesUrl();
  const { question, figure, unknown, change } = url;
  const { against, ...selection } = question;
  const mayImport = useAccess().hasPermission('registers.manage');
  const compared = useQuery(comparedQuery(question));
  const heads = useQuery(salesHeadQuery(selection));
  const [answer, head] = [compared.data, heads.data];
  // What the sums hold comes above the rows: nothing that can be pressed is moved by it.
  const isWaiting = [compared, heads].some(({ isPending, failureCount }) => isPending && failureCount === 0);
  const download = useMutation({ mutationFn: () => exportShown(url) });
  const leftOut = head?.problem_count ?? 0;
  const isFiltered = Object.values(selection).some(Boolean);
  return (
    <>
      <SectionBar />
      <PageTitle
        title="Sales"
        aside={<ViewsButton list="sales" builtIn={builtIn} unknown={unknown} />}
        actions={
          <ListActions
            about="sales"
            title="Sales"
            mayImport={mayImport}
            onExport={unknown.length === 0 ? () => download.mutate() : undefined}
            maySelect={false}
          >
            <ExportButton download={download} disabled={unknown.length > 0} />
          </ListActions>
        }
      />
      <SaveOutcome
        save={download}
        done={leftOut > 0 && `Exported without ${countOf(leftOut, 'day')} that could not be computed.`}
        failed="Failed to export sales"
        className="mb-4"
      />
      <UnknownFilters names={unknown} />
      <SalesFilters question={question} answer={answer} onChange={change} />
      <DayProblems problems={head?.problems ?? []} count={leftOut} hasLocations className="mb-4" />
      {answer?.from === null ? (
        <NoSales onClear={isFiltered ? () => change(noQuestion) : undefined} />
      ) : (
        <div className="flex flex-col gap-4">
          <SalesChartCard
            question={question}
            charted={figure}
            onChart={(part) => change({ figure: part === 'revenue' ? undefined : part }, { replace: true })}
            onOpen={(days) => change(daysOf(days))}
          >
            {head && answer && <HeldMoney held={head.held} className="px-6 pb-3.5 max-md:px-4" />}
          </SalesChartCard>
          {isWaiting ? (
            <Card className="shrink-0">
              <SkeletonRows label="Loading..." />
            </Card>
          ) : (
            <SalesRows url={url} />
          )}
        </div>
      )}
    </>
  );
}

function NoSales({ onClear }: { onClear: (() => void) | undefined }) {
  const mayConnect = useAccess().hasPermission('registers.manage');
  const text = mayConnect
    ? 'Connect the registers of a location under Settings, or import its daily closes from a spreadsheet.'
    : 'Your locations have no figures yet.';
  const action = mayConnect && (
    <Link to="/import/sales" className={buttonClasses('primary')}>
      Import sales
    </Link>
  );
  const nothing = onClear
    ? noMatches('sales', 'Choose other locations.', onClear)
    : { title: 'No sales yet', text, action };
  return (
    <Card aria-label="Sales">
      <EmptyState {...nothing} />
    </Card>
  );
}
