import { keepPreviousData } from '@tanstack/react-query';
import * as contract from '../../../../contract/stock.ts';
import { saveAnswer } from '../../../lib/browser/save-file.ts';
import { open } from '../../../lib/http/http.ts';
import { pagesQuery } from '../../../lib/http/pages-query.ts';
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
  const query = { ...filters, limit: rowsPerPage };
  const pages = pagesQuery([...salesKey, 'stock', filters], contract.listStock, { query });
  return { ...pages, placeholderData: keepPreviousData };
}

export async function exportStock(filters: StockFilters) {
  await saveAnswer(open(contract.exportStock, { query: filters }), 'stock.csv');
}
