import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { fileOutcomes } from '../../../../contract/registers.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { FeedPage } from '../../../components/feed-page/feed-page.tsx';
import { FilterRow } from '../../../components/feed-page/filter-row.tsx';
import { noMatches } from '../../../components/feed-page/no-matches.tsx';
import { RefreshButton } from '../../../components/filters/page-actions.tsx';
import { IconX } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { formatCalendarDay } from '../../../lib/format/format-date.ts';
import { oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { LocationFilter } from '../../../parts/choose/location-choices.tsx';
import { OneOfFilter } from '../one-of-filter.tsx';
import { filesQuery } from '../registers.api.ts';
import { outcomeNames } from '../words.ts';
import { AddFiles } from './add-files.tsx';
import { FileRow } from './file-row.tsx';

const checks = { outcome: oneOf(fileOutcomes) };

export function RegisterFilesPage() {
  const mayAdd = useAccess().hasPermission('registers.manage');
  const { search, change } = usePageUrl('/guarded/register-files', checks);
  const { location, register, business_date, outcome } = search;
  const query = useInfiniteQuery(filesQuery(search));
  const isFiltered = Boolean(location || register || business_date || outcome);
  const clear = () =>
    change({ location: undefined, register: undefined, business_date: undefined, outcome: undefined });
  return (
    <FeedPage
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
      above={mayAdd && <AddFiles />}
      filters={
        <FilterRow>
          <LocationFilter id={location} onChange={(id) => change({ location: id })} />
          <OneOfFilter
            label="Outcome"
            everything="All outcomes"
            options={outcomeNames}
            value={outcome}
            onChange={(value) => change({ outcome: value })}
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
        </FilterRow>
      }
      query={query}
      rows={query.data?.pages.flatMap((page) => page.files)}
      loading="Loading register files..."
      empty={
        isFiltered
          ? noMatches('register files', 'Clear the filters to see all files.', clear)
          : {
              title: 'No register files yet',
              text: 'What registers send from now on will appear here.',
            }
      }
      more="Show older files"
    >
      {(files) => (
        <ul aria-label="Register files">
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
    </FeedPage>
  );
}
