import { useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { listProducts } from '../../../../contract/registers.ts';
import { FeedPage, FilterRow } from '../../../components/feed-page/feed-page.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { formatCalendarDay } from '../../../lib/format/format-date.ts';
import { formatMoney, unknownFigure } from '../../../lib/format/format-money.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { usePageUrl } from '../../../lib/url/page-url.ts';
import { LocationFilter } from '../../../parts/choose/location-choices.tsx';
import { useProductSearch } from '../filters.tsx';
import { useLocationNames } from '../location-names.ts';
import { productsQuery } from '../registers.api.ts';
import { SectionBar } from '../section-bar.tsx';

type Product = Answer<typeof listProducts>['products'][number];

export function ProductsPage() {
  const { search, change } = usePageUrl('/guarded/products');
  const { q, field } = useProductSearch();
  const query = useInfiniteQuery(productsQuery({ q, location: search.location }));
  const products = query.data?.pages.flatMap((page) => page.products);
  const total = query.data?.pages[0]?.total;
  const namesOf = useLocationNames((products ?? []).map(({ location_ids }) => location_ids));
  const whereOf = ({ location_count, location_ids }: Product) =>
    location_count <= 2
      ? namesOf(location_ids.slice(0, location_count))
      : countOf(location_count, 'location');
  return (
    <FeedPage
      title="Products"
      subtitle="In the price book of a location, or sold there in the last 90 days"
      bar={<SectionBar />}
      filters={
        <FilterRow count={total === undefined ? '' : countOf(total, 'product')}>
          <SearchInput {...field} searching={query.isPlaceholderData} />
          <LocationFilter id={search.location} onChange={(id) => change({ location: id })} />
        </FilterRow>
      }
      query={query}
      rows={products}
      loading="Loading products..."
      empty={
        q || search.location
          ? { art: 'search', title: 'No products found', text: 'Try adjusting your search criteria.' }
          : { title: 'No products yet', text: 'Price books and sales of registers bring products here.' }
      }
      more="Show more products"
    >
      {(products) => (
        <ul aria-label="Products">
          {products.map((product) => (
            <ProductRow key={product.code} product={product} where={whereOf(product)} />
          ))}
        </ul>
      )}
    </FeedPage>
  );
}

function ProductRow({ product, where }: { product: Product; where: string }) {
  const { code, name, last_price, last_sold_on } = product;
  return (
    <li className="grid items-center gap-x-6 border-b border-line px-6 py-2 last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_9rem_6rem]">
      <div className="min-w-0">
        <p className="truncate font-semibold">{name ?? 'No name'}</p>
        <p className="truncate text-small text-ink-soft">{code}</p>
      </div>
      <p className="truncate text-ink-soft max-md:col-span-2 max-md:row-start-2 max-md:text-small">{where}</p>
      <p className="text-small text-ink-soft max-md:col-span-2">
        {last_sold_on ? `Sold ${formatCalendarDay(last_sold_on)}` : 'Not sold yet'}
      </p>
      <p className="text-right font-semibold tabular-nums max-md:col-start-2 max-md:row-start-1">
        {last_price === null ? unknownFigure : formatMoney(last_price)}
      </p>
    </li>
  );
}
