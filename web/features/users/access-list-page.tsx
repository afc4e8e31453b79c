import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayName } from '../../../contract/users.ts';
import { Button } from '../../components/button/button.tsx';
import { UpLink } from '../../components/detail/up-link.tsx';
import { LocationName } from '../../components/display/location-name.tsx';
import { FeedPage, FilterRow } from '../../components/feed-page/feed-page.tsx';
import { describeFilters } from '../../components/filters/filters.ts';
import { IconPrinter } from '../../components/icons/icons.ts';
import { useListRequest } from '../../components/list-page/use-list-page.ts';
import { nameLinkClasses, type PlainColumn, PlainTable } from '../../components/table/plain-table.tsx';
import { useAuth } from '../../lib/account/auth-store.ts';
import { formatCalendarDay } from '../../lib/format/format-date.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { DistrictFilter } from '../../parts/choose/district-filter.tsx';
import { LocationFilter } from '../../parts/choose/location-choices.tsx';
import { type AccessRow, accessListQuery, printedUsers } from './access-list.api.ts';
import { useUserFields, useUserFilterWords, useUserListFields } from './list/user-list.ts';
import { exportAccessList } from './users-export.api.ts';

const columns: readonly PlainColumn<AccessRow>[] = [
  {
    head: 'User',
    cell: (row) => (
      <Link to="/users/$userId" params={{ userId: row['User (id)'] ?? '' }} className={nameLinkClasses}>
        {row.User}
      </Link>
    ),
    headClasses: 'w-[20%]',
  },
  {
    head: 'Location',
    cell: ({ Location = '', ...row }) => (
      <LocationName name={Location} number={row['Location number'] || null} />
    ),
    isExtra: true,
    cellClasses: 'wrap-anywhere',
    headClasses: 'w-[20%]',
  },
  { head: 'Why', cell: describeReason, isExtra: true, isPlain: true, cellClasses: 'wrap-anywhere' },
  { head: 'Roles', cell: (row) => row.Roles, isExtra: true, headClasses: 'w-[14%]' },
  { head: 'Last sign-in', cell: lastSignIn, isExtra: true, headClasses: 'w-[14%]' },
];

function describeReason({ Why, ...row }: AccessRow) {
  const granted = [row['Granted by'], dayOf(row['Granted (UTC)'])].filter(Boolean).join(', ');
  const until =
    row['Until (UTC)'] && `until ${dayOf(row['Until (UTC)'])}, ${row['Until (UTC)'].slice(11, 16)} UTC`;
  return [Why, until, granted && `granted by ${granted}`].filter(Boolean).join(' · ');
}

function lastSignIn(row: AccessRow) {
  const at = row['Last sign-in (UTC)'];
  return at === undefined ? '' : dayOf(at) || 'Never';
}

/** 'Nov 28, 2026' of '2026-11-28T…'. */
const dayOf = (time = '') => time && formatCalendarDay(time.slice(0, 10));

/** Who has access to which location, why and through whom: for a review, on paper or as a file. */
export function AccessListPage() {
  const { listUrl, q } = useListRequest(useUserListFields(), []);
  const { filters, setFilter } = listUrl;
  const { profile } = useAuth();
  const list = { text: q, filters, sort: listUrl.sort, hidden: [] };
  const query = useQuery(accessListQuery(list));
  const { data } = query;
  const words = { fields: useUserFields(filters), ...useUserFilterWords(filters) };
  const filtered = [q.trim() && `“${q.trim()}”`, ...describeFilters(filters, words)]
    .filter(Boolean)
    .join(' · ');
  const isTooLong = data?.rows === null;
  const choose = (field: 'district' | 'location') => (ids: string | undefined) =>
    setFilter(field, ids ? { isNot: false, values: ids.split(',') } : null);
  // Others were chosen in the list of users, and are named above.
  const isSimple = (field: 'district' | 'location') =>
    !filters[field] || (!filters[field].isNot && filters[field].values.length === 1);
  return (
    <FeedPage
      title="Access List"
      subtitle="Who has access to which location, why, and who granted it"
      bar={<UpLink to="/users">Users</UpLink>}
      unknown={listUrl.ignored}
      actions={
        <Button
          variant="secondary"
          className="print:hidden"
          disabled={!data?.rows}
          icon={<IconPrinter size={18} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      }
      exporting={{ save: () => exportAccessList(list), failed: 'Failed to export the access list' }}
      above={
        <>
          {filtered && <p className="pb-2 font-semibold wrap-anywhere">{filtered}</p>}
          <p className="hidden pb-2 print:block">
            By {profile && displayName(profile)}. Days are those of UTC.
          </p>
        </>
      }
      filters={
        <FilterRow count={data && countOf(data.users, 'user')} isPrinted={false}>
          {isSimple('district') && (
            <DistrictFilter value={filters.district?.values[0]} onChange={choose('district')} />
          )}
          {isSimple('location') && (
            <LocationFilter id={filters.location?.values[0]} onChange={choose('location')} />
          )}
        </FilterRow>
      }
      query={query}
      rows={data && (data.rows ?? [])}
      loading="Reading who has access..."
      empty={
        isTooLong
          ? {
              title: `${formatNumber(data.users)} users are too many for one page`,
              text: `Choose a district or a location with at most ${formatNumber(printedUsers)} users, or export all of them as CSV.`,
            }
          : { title: 'No users match', text: '' }
      }
    >
      {(rows) => (
        <PlainTable
          caption="Access"
          columns={columns}
          rows={rows}
          keyOf={(row, index) => `${index} ${row['User (id)']}`}
        />
      )}
    </FeedPage>
  );
}
