import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { District } from '../../../contract/districts.ts';
import { districtKey, isFoundBy, searchOf } from '../../../contract/lists/search-key.ts';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { FeedPage, FilterRow } from '../../components/feed-page/feed-page.tsx';
import { SearchInput } from '../../components/form/search-input.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../components/icons/icons.ts';
import { type PlainColumn, PlainTable } from '../../components/table/plain-table.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { usePageDialog, usePageUrl } from '../../lib/url/page-url.ts';
import { districtsQuery } from '../../parts/choose/district-choices.api.ts';
import { AddDistrictDialog, DeleteDistrictDialog, EditDistrictDialog } from './district-dialogs.tsx';

const rowsAtOnce = 100;
const what = 'A district is a group of locations. Users who have it see all of them, new ones too.';

export function DistrictsPage(): ReactNode {
  const { search, ignored, change } = usePageUrl('/guarded/districts');
  const { dialog, id, openDialog, closeDialog } = usePageDialog('/guarded/districts');
  const mayManage = useAccess().mayAct('manageDistricts');
  const query = useQuery(districtsQuery);
  const [shown, setShown] = useState(rowsAtOnce);
  const { q = '' } = search;
  const searched = searchOf(q);
  const found = query.data?.filter((district) => isFoundBy(searched, { key: districtKey(district) }));
  const opened = query.data?.find((district) => district.id === id);
  const rest = (found?.length ?? 0) - shown;
  return (
    <>
      <FeedPage
        title="Districts"
        subtitle={what}
        unknown={ignored}
        actions={
          mayManage && (
            <Button icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => openDialog('add')}>
              Add District
            </Button>
          )
        }
        filters={
          query.data &&
          query.data.length > 0 && (
            <FilterRow count={found && countOf(found.length, 'district')}>
              <SearchInput
                placeholder="Search districts by name or number..."
                value={q}
                onValueChange={(text) => change({ q: text || undefined }, { replace: true })}
                className="w-80 max-w-full phone:col-span-2 phone:w-full"
              />
            </FilterRow>
          )
        }
        query={query}
        rows={found}
        loading="Loading districts..."
        empty={
          q
            ? { art: 'search', title: 'No districts found', text: 'Try adjusting your search criteria.' }
            : {
                title: 'No districts yet',
                text: mayManage
                  ? 'Add one, then move locations to it.'
                  : 'Those of your locations will appear here.',
              }
        }
      >
        {(districts) => (
          <>
            <PlainTable
              caption="Districts"
              columns={mayManage ? [...columns, actsColumn(openDialog)] : columns}
              rows={districts.slice(0, shown)}
              keyOf={({ id }) => id}
              rowClasses="relative hover:bg-row-hover has-[[data-row-main]:active]:bg-line"
            />
            {rest > 0 && (
              <p className="flex min-h-13 items-center justify-center border-t border-line px-6">
                <Button variant="secondary" onClick={() => setShown(shown + rowsAtOnce)}>
                  Show {formatNumber(Math.min(rest, rowsAtOnce))} more of {formatNumber(rest)}
                </Button>
              </p>
            )}
          </>
        )}
      </FeedPage>
      {mayManage && dialog === 'add' && <AddDistrictDialog onClose={closeDialog} />}
      {mayManage && dialog === 'edit' && opened && (
        <EditDistrictDialog key={opened.id} district={opened} onClose={closeDialog} />
      )}
      {mayManage && dialog === 'delete' && opened && (
        <DeleteDistrictDialog district={opened} onClose={closeDialog} />
      )}
    </>
  );
}

const columns: readonly PlainColumn<District>[] = [
  {
    head: 'Name',
    cell: ({ id, name }) => (
      <Link
        to="/districts/$id"
        params={{ id }}
        data-row-main
        className="block min-w-0 rounded-badge font-semibold after:absolute after:inset-0"
      >
        <ClippedText>{name}</ClippedText>
      </Link>
    ),
  },
  {
    head: 'Number',
    cell: ({ number }) => number,
    isExtra: true,
    headClasses: 'w-28 pl-2',
    cellClasses: 'truncate pl-2 text-ink-soft',
  },
  {
    head: 'Manager',
    cell: ({ manager }) => manager?.name ?? null,
    isExtra: true,
    headClasses: 'w-1/4 pl-2',
    cellClasses: 'truncate pl-2 phone:whitespace-normal',
  },
  {
    head: 'Locations',
    cell: ({ id, location_count }) => (
      <Link
        to="/locations"
        search={{ district: id }}
        className="relative rounded-badge underline-offset-3 hover:underline phone:after:absolute phone:after:-inset-x-5 phone:after:-inset-y-3.5"
      >
        {formatNumber(location_count)}
      </Link>
    ),
    isNumber: true,
    isExtra: true,
    headClasses: 'w-24',
  },
  {
    head: 'Users',
    cell: ({ user_count }) => formatNumber(user_count),
    isNumber: true,
    isExtra: true,
    headClasses: 'w-20',
  },
];

const actsColumn = (open: (dialog: string, id: string) => void): PlainColumn<District> => ({
  head: 'Actions',
  cell: ({ id, name }) => (
    <span className="relative flex justify-end max-md:-my-2.5 max-md:-mr-2">
      <IconButton
        label={`Edit ${name}`}
        icon={<IconPencil size={18} aria-hidden="true" />}
        onClick={() => open('edit', id)}
      />
      <IconButton
        label={`Delete ${name}`}
        tone="danger"
        icon={<IconTrash size={18} aria-hidden="true" />}
        onClick={() => open('delete', id)}
      />
    </span>
  ),
  headClasses: 'w-28 text-right',
});
