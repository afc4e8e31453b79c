import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fileOutcomes, type RegisterFile } from '../../../../contract/registers.ts';
import { Button } from '../../../components/button/button.tsx';
import { FeedPage, FilterRow, noMatches } from '../../../components/feed-page/feed-page.tsx';
import { SaveOutcome } from '../../../components/feedback/save-outcome.tsx';
import { IconX } from '../../../components/icons/icons.ts';
import { lazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { formatAgo, formatCalendarDay, formatDate, toDay } from '../../../lib/format/format-date.ts';
import { unknownFigure } from '../../../lib/format/format-money.ts';
import { countOf, formatBytes } from '../../../lib/format/format-number.ts';
import { areIds, isId, oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { DistrictFilter } from '../../../parts/choose/district-filter.tsx';
import { LocationFilter } from '../../../parts/choose/location-choices.tsx';
import { OneOfFilter } from '../filters.tsx';
import { filesQuery, readFileAgain } from '../registers.api.ts';
import { dayOfYear } from '../sales/days.ts';
import { SectionBar } from '../section-bar.tsx';
import { documentName, outcomeLooks, outcomeNames } from '../words.ts';
import { AddFiles } from './add-files.tsx';

const WithdrawDialog = lazyDialog(() => import('../withdraw/withdraw-dialog.tsx'), 'WithdrawDialog');

const checks = { location: isId, district: areIds, register: isId, outcome: oneOf(fileOutcomes) };

export function RegisterFilesPage() {
  const mayAdd = useAccess().hasPermission('registers.manage');
  const { search, ignored, change } = usePageUrl('/guarded/register-files', checks);
  const { location, district, register, business_date, outcome } = search;
  const query = useInfiniteQuery(filesQuery(search));
  const files = query.data?.pages.flatMap((page) => page.files);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const isFiltered = Boolean(location || district || register || business_date || outcome);
  const clear = () =>
    change({
      ...{ location: undefined, district: undefined, register: undefined },
      ...{ business_date: undefined, outcome: undefined },
    });
  const nameAt = files?.find((file) => file.location?.id === location)?.location?.name;
  const whyNotWithdraw =
    district && !location
      ? 'Files of one location or of all are withdrawn, not of a district. Choose a location, or clear the district.'
      : undefined;
  const withdraw = isWithdrawing && (
    <WithdrawDialog
      of={{ ...(location && { location }), ...(register && { register }) }}
      name={location && (nameAt ?? 'this location')}
      onClose={() => setWithdrawing(false)}
    />
  );
  return (
    <FeedPage
      title="Register files"
      unknown={ignored}
      subtitle="What registers sent, and what became of it. Files are kept for 90 days."
      bar={<SectionBar />}
      actions={
        mayAdd && (
          <Button
            variant="secondary"
            disabled={ignored.length > 0 || whyNotWithdraw !== undefined}
            data-tooltip={whyNotWithdraw}
            onClick={() => setWithdrawing(true)}
          >
            Withdraw files…
          </Button>
        )
      }
      above={
        mayAdd && (
          <>
            <AddFiles />
            {withdraw}
          </>
        )
      }
      filters={
        <FilterRow count={files && `${countOf(files.length, 'file')}${query.hasNextPage ? ' or more' : ''}`}>
          <LocationFilter id={location} onChange={(id) => change({ location: id })} />
          <DistrictFilter value={district} onChange={(district) => change({ district })} />
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
      rows={files}
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
        <PlainTable caption="Register files" columns={columns} rows={files} keyOf={({ id }) => id} />
      )}
    </FeedPage>
  );
}

const columns: readonly PlainColumn<RegisterFile>[] = [
  {
    head: 'File',
    cell: ({ name }) => <span className="block truncate font-semibold">{name}</span>,
    headClasses: 'w-[20%]',
  },
  {
    head: 'Kind',
    cell: ({ document, bytes }) => `${documentName(document)} · ${formatBytes(bytes)}`,
    isExtra: true,
    isPlain: true,
    headClasses: 'w-32 pl-2 print:w-28',
    cellClasses: 'pl-2 text-small text-ink-soft',
  },
  {
    head: 'Outcome',
    cell: ({ outcome, reason }) => (
      <>
        <span className={`font-medium ${outcomeLooks[outcome]}`}>{outcomeNames[outcome]}</span>
        {reason && <span className="block text-small wrap-anywhere text-ink-soft">{reason}</span>}
      </>
    ),
    isExtra: true,
    isPlain: true,
    headClasses: 'w-[19%] pl-2',
    cellClasses: 'pl-2',
  },
  {
    head: 'Location',
    cell: (file) => <Where file={file} />,
    isExtra: true,
    isPlain: true,
    headClasses: 'pl-2',
    cellClasses: 'pl-2',
  },
  {
    head: 'Business day',
    cell: ({ business_date }) => (business_date ? dayOfYear(business_date, thisYear()) : unknownFigure),
    isExtra: true,
    headClasses: 'w-26 pl-2',
    cellClasses: 'pl-2 text-small text-ink-soft',
  },
  {
    head: 'Received',
    cell: ({ received_at, added_by }) => (
      <>
        <time dateTime={received_at} data-tooltip={formatDate(received_at)}>
          {formatAgo(received_at)}
        </time>
        {added_by && <span className="block truncate">by {added_by}</span>}
      </>
    ),
    isExtra: true,
    isPlain: true,
    headClasses: 'w-24 pl-2',
    cellClasses: 'pl-2 text-small text-ink-soft',
  },
  {
    head: 'Actions',
    cell: (file) => file.can_read_again && <ReadAgain file={file} />,
    headClasses: 'w-28 print:hidden',
    cellClasses: 'print:hidden',
  },
];

const thisYear = () => toDay(new Date()).slice(0, 4);

function ReadAgain({ file: { id, name } }: { file: RegisterFile }) {
  const again = useMutation({
    mutationFn: (_: undefined, context) => readFileAgain(id, context),
    onSuccess: (read) => showToast({ text: `${name}: ${outcomeNames[read.outcome]}` }),
  });
  return (
    <>
      <Button
        variant="link"
        aria-label={`Read again: ${name}`}
        loading={again.isPending}
        onClick={() => again.mutate(undefined)}
      >
        Read again
      </Button>
      <SaveOutcome save={again} failed="Failed to read the file again" className="mt-1" />
    </>
  );
}

function Where({ file: { location, store_number, register } }: { file: RegisterFile }) {
  if (location) {
    return (
      <Link
        to="/locations/$id/sales"
        params={{ id: location.id }}
        className="block truncate rounded-badge text-petrol underline phone:-mr-5 phone:inline phone:py-3.5 phone:pr-5"
      >
        {location.name}
      </Link>
    );
  }
  const number = store_number ? `Location number ${store_number}` : 'No location number';
  return <span className="text-ink-soft">{register ? `${number}, ${register.name}` : number}</span>;
}
