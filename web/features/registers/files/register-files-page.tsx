import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FileOutcome, fileOutcomes } from '../../../../contract/registers.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { Card } from '../../../components/display/card.tsx';
import { PageTitle } from '../../../components/display/page-title.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../../components/feedback/no-matches.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { ShowMore } from '../../../components/feedback/show-more.tsx';
import { RefreshButton } from '../../../components/filters/page-actions.tsx';
import { IconX } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { formatCalendarDay } from '../../../lib/format/format-date.ts';
import { useFilterSearch } from '../../../lib/url/filter-search.ts';
import { LocationFilter } from '../../../parts/choose/location-filter.tsx';
import { NoSalesAccess } from '../no-sales-access.tsx';
import { OneOfFilter } from '../one-of-filter.tsx';
import { filesQuery } from '../registers.api.ts';
import { outcomeNames } from '../words.ts';
import { AddFiles } from './add-files.tsx';
import { FileRow } from './file-row.tsx';

export function RegisterFilesPage() {
  const { hasPermission } = useAccess();
  if (!hasPermission('registers.read')) return <NoSalesAccess title="Register files" />;
  return <RegisterFiles mayAdd={hasPermission('registers.manage')} />;
}

function RegisterFiles({ mayAdd }: { mayAdd: boolean }) {
  const { search, change } = useFilterSearch();
  const { location, register, business_date } = search;
  const outcome = fileOutcomes.find((one) => one === search.outcome);
  const query = useInfiniteQuery(filesQuery({ location, register, business_date, outcome }));
  const isFiltered = Boolean(location || register || business_date || outcome);
  const clear = () =>
    change({ location: undefined, register: undefined, business_date: undefined, outcome: undefined });
  return (
    <>
      <PageTitle
        title="Register files"
        subtitle="What registers sent, and what became of it. Files are kept for 90 days."
        actions={
          <>
            <Link to="/sales" className={buttonClasses('secondary')}>
              Sales
            </Link>
            <RefreshButton query={query} />
          </>
        }
      />
      {mayAdd && <AddFiles />}
      <Card aria-label="Register files" className="shrink-0">
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-3.5 max-md:px-4">
          <LocationFilter id={location} onChange={(id) => change({ location: id })} />
          <OneOfFilter
            label="Outcome"
            everything="All outcomes"
            options={outcomeNames}
            value={outcome}
            onChange={(value) => change({ outcome: value as FileOutcome | undefined })}
          />
          {business_date && (
            <Button
              variant="secondary"
              icon={<IconX size={16} aria-hidden="true" />}
              onClick={() => change({ business_date: undefined })}
            >
              Business day {formatCalendarDay(business_date)}
            </Button>
          )}
        </div>
        <QueryView
          query={query}
          loading="Loading register files..."
          empty={
            isFiltered ? (
              <NoMatches what="register files" text="Clear the filters to see all files." onClear={clear} />
            ) : (
              <EmptyState
                title="No register files yet"
                text="What registers send from now on will appear here."
              />
            )
          }
        >
          {(files) => (
            <>
              <ul aria-label="Register files">
                {files.map((file) => (
                  <FileRow key={file.id} file={file} />
                ))}
              </ul>
              <ShowMore query={query} label="Show older files" />
            </>
          )}
        </QueryView>
      </Card>
    </>
  );
}
