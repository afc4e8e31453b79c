import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer, Sent } from '../../../../contract/http/endpoint.ts';
import { listSales } from '../../../../contract/registers.ts';
import * as contract from '../../../../contract/sales.ts';
import {
  breakDownSales,
  exportBreakdown as exportBreakdownOf,
  nameFuelGrade,
} from '../../../../contract/sales-breakdown.ts';
import { saveAnswer } from '../../../lib/browser/save-file.ts';
import type { SaveContext } from '../../../lib/form/use-save.ts';
import { call, open } from '../../../lib/http/http.ts';
import { pagesQuery } from '../../../lib/http/pages-query.ts';
import { salesKey } from '../../../lib/network/query-keys.ts';
import { addDays } from './days.ts';

/** As the URL has it; the server says what is wrong. */
export type SalesQuestion = Omit<Sent<typeof contract.exportCompared>['query'], 'by'>;

/** Its sums say all that a chart would. */
export function isOneDay({ period, from, to }: SalesQuestion): boolean {
  return period === 'today' || period === 'yesterday' || (from !== undefined && from === to);
}

// Files come at any time.
const fresh = { staleTime: 0, placeholderData: keepPreviousData };

/** From the first column of which something is or should be known. A week stays whole. */
function withoutEmptyLead(answer: Answer<typeof contract.compareSales>) {
  const { columns, by } = answer;
  const first = columns.findIndex(({ days, missing }) => days > 0 || Boolean(missing));
  return {
    ...answer,
    columns: columns.slice(Math.max(0, Math.min(first, columns.length - (by === 'day' ? 7 : 2)))),
  };
}

export function comparedQuery(question: SalesQuestion) {
  return queryOptions({
    queryKey: [...salesKey, 'compared', question],
    queryFn: async ({ signal }) =>
      withoutEmptyLead(await call(contract.compareSales, { query: question }, { signal })),
    ...fresh,
  });
}

export type ByLocationQuestion = Sent<typeof contract.exportSalesByLocation>['query'];

export function byLocationQuery(question: ByLocationQuestion, limit = 50) {
  const query = { ...question, limit };
  const pages = pagesQuery([...salesKey, 'by location', query], contract.listSalesByLocation, { query });
  return { ...pages, ...fresh };
}

export function byStateQuery(question: SalesQuestion) {
  return queryOptions({
    queryKey: [...salesKey, 'by state', question],
    queryFn: ({ signal }) => call(contract.listSalesByState, { query: question }, { signal }),
    ...fresh,
  });
}

export type BreakdownQuestion = Sent<typeof exportBreakdownOf>['query'];

export function breakdownQuery(question: BreakdownQuestion) {
  const query = { ...question, limit: 100 };
  const pages = pagesQuery([...salesKey, 'breakdown', query], breakDownSales, { query });
  return { ...pages, ...fresh };
}

export function leftOutQuery(question: SalesQuestion) {
  const query = { ...question, limit: 100 };
  return { ...pagesQuery([...salesKey, 'left out', query], contract.listLeftOut, { query }), ...fresh };
}

export const exportCompared = (query: SalesQuestion) =>
  saveAnswer(open(contract.exportCompared, { query }), 'sales-by-day.csv');
export const exportBreakdown = (query: BreakdownQuestion) =>
  saveAnswer(open(exportBreakdownOf, { query }), `sales-by-${query.of}.csv`);
export const exportByLocation = (query: ByLocationQuestion) =>
  saveAnswer(open(contract.exportSalesByLocation, { query }), 'sales-by-location.csv');

export const exportByState = (query: SalesQuestion) =>
  saveAnswer(open(contract.exportSalesByState, { query }), 'sales-by-state.csv');

export async function nameGrade(body: Sent<typeof nameFuelGrade>['body'], { client, signal }: SaveContext) {
  const grade = await call(nameFuelGrade, { body }, { signal });
  await client.invalidateQueries({ queryKey: salesKey });
  return grade;
}

const lineDays = 7;

/** The last days of a range at some locations. An open one is not whole. */
export function lastDaysQuery(ids: readonly string[], to: string | null) {
  const query = { location: ids.join(), from: to && addDays(to, 1 - lineDays), to, limit: 500 };
  return queryOptions({
    queryKey: [...salesKey, 'last days', query],
    queryFn: async ({ signal }) => {
      const { days } = await call(listSales, { query: query as never }, { signal });
      const dates = Array.from({ length: lineDays }, (_, index) => addDays(to ?? '', index + 1 - lineDays));
      return { dates, days: days.filter(({ state }) => state !== 'open') };
    },
    enabled: ids.length > 0 && to !== null,
    ...fresh,
  });
}

const mostOfEach = 3;

/** The locations that gained most, then those that lost most. */
export function mostChangedQuery(question: SalesQuestion, part: 'merchandise' | 'fuel_volume') {
  const change = (one: contract.LocationSales) =>
    (one.compared?.now[part] ?? 0) - (one.compared?.base[part] ?? 0);
  return queryOptions({
    queryKey: [...salesKey, 'most changed', question, part],
    queryFn: async ({ signal }) => {
      const read = async (sort: `${typeof part}_change` | `-${typeof part}_change`) =>
        (
          await call(
            contract.listSalesByLocation,
            { query: { ...question, sort, limit: mostOfEach } },
            { signal },
          )
        ).locations;
      const [up, down] = await Promise.all([read(`-${part}_change`), read(`${part}_change`)]);
      return [...up.filter((one) => change(one) > 0), ...down.filter((one) => change(one) < 0).toReversed()];
    },
    ...fresh,
  });
}
