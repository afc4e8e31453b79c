import { useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { listProducts } from '../../../../contract/registers.ts';
import { FeedPage, FilterRow } from '../../../components/feed-page/feed-page.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { usePlaced } from '../../../lib/browser/use-placed.ts';
import { formatCalendarDay } from '../../../lib/format/format-date.ts';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { areIds, usePageUrl } from '../../../lib/url/page-url.ts';
import { DistrictFilter } from '../../../parts/choose/district-filter.tsx';
import { useLocationsNamed } from '../../../parts/choose/location-choices.api.ts';
import { LocationsFilter } from '../../../parts/choose/location-choices.tsx';
import { useLocationNames } from '../../../parts/choose/use-location-names.ts';
import { useProductSearch } from '../filters.tsx';
import { productsQuery } from '../registers.api.ts';
import { SectionBar } from '../section-bar.tsx';

type Product = Answer<typeof listProducts>['products'][number];

export function ProductsPage() {
  const { search, ignored, change } = usePageUrl('/guarded/products', { location: areIds, district: areIds });
  const { q, field } = useProductSearch();
  const query = useInfiniteQuery(productsQuery({ q, location: search.location, district: search.district }));
  const products = query.data?.pages.flatMap((page) => page.products);
  const total = query.data?.pages[0]?.total;
  const lists = (products ?? []).map(({ location_ids }) => location_ids);
  const namesOf = useLocationNames(lists);
  const named = useLocationsNamed(lists.flatMap((ids) => ids.slice(0, 2)));
  // On phones long names take another line.
  const isPlaced = usePlaced(products !== undefined && named !== undefined);
  const whereOf = ({ location_count, location_ids }: Product) =>
    location_count <= 2
      ? namesOf(location_ids.slice(0, location_count))
      : countOf(location_count, 'location');
  return (
    <FeedPage
      title="Products"
      unknown={ignored}
      subtitle="In the price book of a location, or sold there in the last 90 days"
      bar={<SectionBar />}
      filters={
        <FilterRow count={total !== undefined && countOf(total, 'product')}>
          <SearchInput {...field} searching={query.isPlaceholderData} />
          <LocationsFilter value={search.location} onChange={(location) => change({ location })} />
          <DistrictFilter value={search.district} onChange={(district) => change({ district })} />
        </FilterRow>
      }
      query={query}
      rows={products}
      loading="Loading products..."
      empty={
        q || search.location || search.district
          ? { art: 'search', title: 'No products found', text: 'Try adjusting your search criteria.' }
          : { title: 'No products yet', text: 'Price books and sales of registers bring products here.' }
      }
      more="Show more products"
    >
      {(products) => (
        <div className={classes(!isPlaced && 'opacity-0')}>
          <PlainTable
            caption="Products"
            columns={columnsOf(whereOf)}
            rows={products}
            keyOf={({ code }) => code}
          />
        </div>
      )}
    </FeedPage>
  );
}

const columnsOf = (whereOf: (product: Product) => string): readonly PlainColumn<Product>[] => [
  {
    head: 'Product',
    cell: ({ name }) => <span className="block truncate font-semibold">{name ?? 'No name'}</span>,
  },
  {
    head: 'Code',
    cell: ({ code }) => code,
    isExtra: true,
    isPlain: true,
    headClasses: 'w-40',
    cellClasses: 'truncate text-ink-soft',
  },
  {
    head: 'Where',
    cell: whereOf,
    isExtra: true,
    isPlain: true,
    headClasses: 'pl-2',
    cellClasses: 'truncate pl-2 text-ink-soft phone:whitespace-normal',
  },
  {
    head: 'Last sold',
    cell: ({ last_sold_on }) => (last_sold_on ? formatCalendarDay(last_sold_on) : 'Not yet'),
    isExtra: true,
    headClasses: 'w-36 pl-2',
    cellClasses: 'pl-2 text-ink-soft',
  },
  {
    head: 'Price',
    cell: ({ last_price }) => formatMoney(last_price),
    isNumber: true,
    headClasses: 'w-28',
    cellClasses: 'font-semibold',
  },
];
