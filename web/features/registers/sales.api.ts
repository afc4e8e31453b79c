import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/registers.ts';
import { rememberRegisters } from '../../lib/account/has-registers.ts';
import { saveAnswer } from '../../lib/browser/save-file.ts';
import { call, open } from '../../lib/http/http.ts';
import { pagesQuery } from '../../lib/http/pages-query.ts';
import { salesKey } from './registers.api.ts';

/** As the URL has them; the server says what is wrong. */
export interface SalesFilters {
  from?: string | undefined;
  to?: string | undefined;
  location?: string | undefined;
  state?: contract.DayState | undefined;
  sort?: contract.SalesSortField | `-${contract.SalesSortField}` | undefined;
}

export type Range = Pick<SalesFilters, 'from' | 'to'>;

const daysPerPage = 50;
// Files come at any time.
const fresh = { staleTime: 0 };

export function salesQuery(filters: SalesFilters) {
  const query = { ...filters, limit: daysPerPage };
  const pages = pagesQuery([...salesKey, 'days', filters], contract.listSales, { query });
  return { ...pages, placeholderData: keepPreviousData };
}

export function salesDatesQuery(filters: Pick<SalesFilters, 'from' | 'to' | 'location'>) {
  return queryOptions({
    queryKey: [...salesKey, 'dates', filters],
    queryFn: ({ signal }) => call(contract.listSalesDates, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

export async function exportSales(filters: SalesFilters) {
  await saveAnswer(open(contract.exportSales, { query: filters }), 'sales.csv');
}

export const reportingQuery = queryOptions({
  queryKey: [...salesKey, 'reporting'],
  queryFn: async ({ signal }) => (await call(contract.listReporting, {}, { signal })).locations,
  ...fresh,
});

export function locationSalesQuery(id: string, range: Range) {
  return queryOptions({
    queryKey: [...salesKey, 'location', id, range],
    queryFn: ({ signal }) => call(contract.getLocationSales, { params: { id }, query: range }, { signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

export function salesDayQuery(id: string, business_date: string) {
  return queryOptions({
    queryKey: [...salesKey, 'day', id, business_date],
    queryFn: ({ signal }) => call(contract.getSalesDay, { params: { id, business_date } }, { signal }),
    ...fresh,
  });
}

const productsPerPage = 100;

export function productsQuery(filters: { q?: string | undefined; location?: string | undefined }) {
  const query = { ...filters, limit: productsPerPage };
  const pages = pagesQuery([...salesKey, 'products', filters], contract.listProducts, { query });
  return { ...pages, placeholderData: keepPreviousData };
}

export const salesTilesQuery = queryOptions({
  queryKey: [...salesKey, 'tiles'],
  queryFn: async ({ signal }) => {
    const tiles = await call(contract.getSalesTiles, {}, { signal });
    rememberRegisters(tiles.revenue !== null);
    return tiles;
  },
  ...fresh,
});
