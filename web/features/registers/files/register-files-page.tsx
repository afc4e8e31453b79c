import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { fileOutcomes, type RegisterFile } from '../../../../contract/registers.ts';
import { Button } from '../../../components/button/button.tsx';
import { FeedPage, FilterRow, noMatches } from '../../../components/feed-page/feed-page.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { IconX } from '../../../components/icons/icons.ts';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { formatAgo, formatCalendarDay, formatDate } from '../../../lib/format/format-date.ts';
import { formatBytes } from '../../../lib/format/format-number.ts';
import { oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { LocationFilter } from '../../../parts/choose/location-choices.tsx';
import { OneOfFilter } from '../filters.tsx';
import { filesQuery, readFileAgain } from '../registers.api.ts';
import { SectionBar } from '../section-bar.tsx';
import { documentName, outcomeLooks, outcomeNames } from '../words.ts';
import { AddFiles } from './add-files.tsx';

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
      bar={<SectionBar />}
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

function FileRow({ file }: { file: RegisterFile }) {
  const { id, name, outcome, reason, received_at, can_read_again } = file;
  const again = useMutation({
    mutationFn: (_: undefined, context) => readFileAgain(id, context),
    onSuccess: (read) => showToast({ text: `${name}: ${outcomeNames[read.outcome]}` }),
  });
  return (
    <li className="grid items-center gap-x-6 gap-y-1 border-b border-line px-6 py-2 last:border-b-0 max-md:px-4 max-md:py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_7rem_5.5rem]">
      <div className="min-w-0">
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-small text-ink-soft">
          {documentName(file.document)} · {formatBytes(file.bytes)}
        </p>
      </div>
      <div className="min-w-0">
        <p className="truncate">
          <span className={`font-medium ${outcomeLooks[outcome]}`}>{outcomeNames[outcome]}</span>
          {' · '}
          <Where file={file} />
        </p>
        <p className="text-small wrap-anywhere text-ink-soft">
          {[file.business_date && `Business day ${formatCalendarDay(file.business_date)}`, reason]
            .filter(Boolean)
            .join('. ')}
        </p>
      </div>
      <p className="text-small text-ink-soft">
        <time dateTime={received_at} data-tooltip={formatDate(received_at)}>
          {formatAgo(received_at)}
        </time>
        {file.added_by && <span className="block truncate">by {file.added_by}</span>}
      </p>
      <p className="md:text-right print:hidden">
        {can_read_again && (
          <Button
            variant="link"
            aria-label={`Read again: ${name}`}
            loading={again.isPending}
            onClick={() => again.mutate(undefined)}
          >
            Read again
          </Button>
        )}
      </p>
      <SaveOutcome save={again} failed="Failed to read the file again" className="col-span-full mt-1" />
    </li>
  );
}

function Where({ file: { location, store_number, register } }: { file: RegisterFile }) {
  if (location) {
    return (
      <Link to="/locations/$id/sales" params={{ id: location.id }} className="text-petrol underline">
        {location.name}
      </Link>
    );
  }
  const number = store_number ? `Location number ${store_number}` : 'No location number';
  return <span className="text-ink-soft">{register ? `${number}, ${register.name}` : number}</span>;
}
