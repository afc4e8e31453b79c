import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import * as contract from '../../../../contract/stock.ts';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { call, open } from '../../../lib/http/http.ts';
import { salesKey } from '../registers.api.ts';

/** As the URL has them; the server says what is wrong. */
export interface StockFilters {
  q?: string | undefined;
  location?: string | undefined;
  show?: contract.StockShown | undefined;
  sort?: contract.StockSortField | `-${contract.StockSortField}` | undefined;
}

const rowsPerPage = 100;

export function stockQuery(filters: StockFilters) {
  return infiniteQueryOptions({
    queryKey: [...salesKey, 'stock', filters],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filters, limit: rowsPerPage, ...(pageParam && { after: pageParam }) };
      return call(contract.listStock, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Registers sell at any time.
    staleTime: 0,
  });
}

export async function exportStock(filters: StockFilters) {
  const answer = await open(contract.exportStock, { query: filters });
  saveFile(await answer.blob(), fileNameOf(answer.headers, 'stock.csv'));
}
