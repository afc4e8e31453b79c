import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import * as departments from '../../../contract/departments.ts';
import type { Endpoint, Sent } from '../../../contract/http/endpoint.ts';
import * as contract from '../../../contract/registers.ts';
import { compareSales } from '../../../contract/sales.ts';
import * as exceptions from '../../../contract/sales-exceptions.ts';
import * as stock from '../../../contract/stock.ts';
import type { WithdrawalInput } from '../../../contract/withdrawals.ts';
import * as withdrawals from '../../../contract/withdrawals.ts';
import { authState, loadProfile } from '../../lib/account/auth-store.ts';
import { saveAnswer } from '../../lib/browser/save-file.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call, open } from '../../lib/http/http.ts';
import { pagesQuery } from '../../lib/http/pages-query.ts';
import { salesKey } from '../../lib/network/query-keys.ts';
import { addDays } from './sales/days.ts';

const registersKey = ['registers'];
const filesKey = ['register-files'];

export function registersQuery(location?: string) {
  return queryOptions({
    queryKey: [...registersKey, location ?? null],
    queryFn: async ({ signal }) =>
      (await call(contract.listRegisters, { query: location ? { location } : {} }, { signal })).registers,
    staleTime: 0,
  });
}

/** Figures, files and connections change together. With the first connection, the sidebar gets Sales. */
async function refresh(client: QueryClient) {
  if (authState().profile?.has_registers === false) void loadProfile();
  await Promise.all(
    [registersKey, salesKey, filesKey].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

const followEveryMs = 5000;
const following = new WeakMap<QueryClient, { isBehind: boolean }>();

/** After a change by others: at once, and at most every five seconds as long as more come. */
export function followRegisters(client: QueryClient): void {
  const last = following.get(client);
  if (last) {
    last.isBehind = true;
    return;
  }
  const now = { isBehind: false };
  following.set(client, now);
  void refresh(client);
  setTimeout(() => {
    following.delete(client);
    if (now.isBehind) followRegisters(client);
  }, followEveryMs);
}

/** Sends a change, and reads again what it may have changed. */
async function change<E extends Endpoint>(client: QueryClient, ...request: Parameters<typeof call<E>>) {
  const answer = await call<E>(...request);
  await refresh(client);
  return answer;
}

export function createRegister(id: string, input: contract.RegisterInput, { client, signal }: SaveContext) {
  return change(client, contract.createRegister, { body: { ...input, id } }, { signal });
}

/** `seen` is the connection that the form was filled with. */
export function updateRegister(
  { id, updated_at: ifMatch }: contract.Register,
  body: contract.RegisterChanges,
  { client, signal }: SaveContext,
) {
  return change(client, contract.updateRegister, { params: { id }, body }, { ifMatch, signal });
}

export function revokeRegister(id: string, is_lost: boolean, { client, signal }: SaveContext) {
  return change(client, contract.revokeRegister, { params: { id }, body: { is_lost } }, { signal });
}

export function replaceRegisterKey(id: string, { client, signal }: SaveContext) {
  return change(client, contract.replaceRegisterKey, { params: { id } }, { signal });
}

export function registerDepartmentsQuery(id: string) {
  return queryOptions({
    queryKey: [...registersKey, id, 'departments'],
    queryFn: async ({ signal }) =>
      (await call(departments.listRegisterDepartments, { params: { id } }, { signal })).departments,
    staleTime: 0,
  });
}

export type KindOfDepartment = Sent<typeof departments.setDepartmentKind>['body'];

export function setDepartmentKind(id: string, body: KindOfDepartment, { client, signal }: SaveContext) {
  return change(client, departments.setDepartmentKind, { params: { id }, body }, { signal });
}

const computingMs = 5000;

/** Of all connections. Again and again while days are computed anew. */
export const departmentsQuery = queryOptions({
  queryKey: [...registersKey, 'departments'],
  queryFn: ({ signal }) => call(departments.listDepartments, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.pending_days ? computingMs : false),
  staleTime: 0,
});

export type ChainDecision = Sent<typeof departments.decideDepartment>['body'];

export function decideDepartment(body: ChainDecision, { client, signal }: SaveContext) {
  return change(client, departments.decideDepartment, { body }, { signal });
}

export type FileFilters = Omit<Sent<typeof contract.listRegisterFiles>['query'], 'limit' | 'after'>;

const filesPerPage = 100;

export function filesQuery(filters: FileFilters) {
  const query = { ...filters, limit: filesPerPage };
  return pagesQuery([...filesKey, filters], contract.listRegisterFiles, { query });
}

const changesPerPage = 30;

export function withdrawalPreviewQuery(input: WithdrawalInput) {
  const query = { ...input, limit: changesPerPage };
  return pagesQuery([...filesKey, 'preview', input], withdrawals.previewWithdrawal, { query });
}

export const withdrawalsQuery = queryOptions({
  queryKey: [...filesKey, 'withdrawals'],
  queryFn: async ({ signal }) => (await call(withdrawals.listWithdrawals, {}, { signal })).withdrawals,
  staleTime: 0,
});

export function withdrawFiles(body: WithdrawalInput, { client, signal }: SaveContext) {
  return change(client, withdrawals.createWithdrawal, { body }, { signal });
}

export function undoWithdrawal(id: string, { client, signal }: SaveContext) {
  return change(client, withdrawals.undoWithdrawal, { params: { id } }, { signal });
}

export async function uploadRegisterFile(file: File, { client, signal }: SaveContext) {
  const query = { name: file.name.slice(-255) };
  return (await change(client, contract.uploadRegisterFile, { query }, { file, signal })).files;
}

export function readFileAgain(id: string, { client, signal }: SaveContext) {
  return change(client, contract.readRegisterFileAgain, { params: { id } }, { signal });
}

/** As the URL has them; the server says what is wrong. */
export type SalesFilters = Sent<typeof contract.exportSales>['query'];

export type Range = Pick<SalesFilters, 'period' | 'from' | 'to'>;

const daysPerPage = 50;
// Files come at any time.
const fresh = { staleTime: 0 };

export function salesQuery(filters: SalesFilters) {
  const query = { ...filters, limit: daysPerPage };
  const pages = pagesQuery([...salesKey, 'days', filters], contract.listSales, { query });
  return { ...pages, placeholderData: keepPreviousData };
}

/** What stands above the days: those that are left out. */
export function salesHeadQuery(selection: Omit<SalesFilters, 'day' | 'sort'>) {
  return queryOptions({
    queryKey: [...salesKey, 'head', selection],
    queryFn: ({ signal }) => call(contract.listSales, { query: { ...selection, limit: 1 } }, { signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

export function exportSales(filters: SalesFilters) {
  return saveAnswer(open(contract.exportSales, { query: filters }), 'sales.csv');
}

/** Of districts as a URL has them, or of all in scope. */
export function reportingQuery(district: string | undefined) {
  return queryOptions({
    queryKey: [...salesKey, 'reporting', district],
    queryFn: async ({ signal }) =>
      (await call(contract.listReporting, { query: { district } }, { signal })).locations,
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

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

const neighborsWithinDays = 31;

/** The business days of the location before and after this one, of those that are near. */
export function neighborsQuery(id: string, business_date: string) {
  const [from, to] = [-neighborsWithinDays, neighborsWithinDays].map((days) => addDays(business_date, days));
  return queryOptions({
    queryKey: [...salesKey, 'neighbors', id, business_date],
    queryFn: async ({ signal }) => {
      const query = { location: id, from, to, sort: 'trading_date', limit: 1000 } as const;
      const { days } = await call(contract.listSales, { query }, { signal });
      const dates = days.map((day) => day.business_date).sort();
      return {
        previous: dates.filter((date) => date < business_date).at(-1) ?? null,
        next: dates.find((date) => date > business_date) ?? null,
      };
    },
    ...fresh,
  });
}

/** The same weekday of the week before, by the rules of all comparisons: null where they make no pair. */
export function weekBeforeQuery(id: string, trading_date: string | undefined) {
  return queryOptions({
    queryKey: [...salesKey, 'week-before', id, trading_date],
    queryFn: async ({ signal }) => {
      const query = { location: id, from: trading_date, to: trading_date, against: 'week' } as const;
      const { compared, base } = await call(compareSales, { query }, { signal });
      return compared && compared.pairs > 0 && base ? { ...compared, date: base.from } : null;
    },
    enabled: trading_date !== undefined,
    ...fresh,
  });
}

const exceptionsPerPage = 100;

export function exceptionsQuery(
  filters: Omit<Sent<typeof exceptions.listExceptions>['query'], 'limit' | 'after'>,
) {
  const query = { ...filters, limit: exceptionsPerPage };
  const pages = pagesQuery([...salesKey, 'exceptions', filters], exceptions.listExceptions, { query });
  return { ...pages, placeholderData: keepPreviousData };
}

export async function setExceptionSeen(
  { location_id, business_date, kind, about, what }: exceptions.SalesException,
  input: exceptions.ExceptionSeenInput,
  { client, signal }: SaveContext,
) {
  const params = { id: location_id, business_date };
  const body = { kind, about, what, ...input };
  try {
    return await call(exceptions.setExceptionSeen, { params, body }, { signal });
  } finally {
    // Also after a refusal: it is another one by now.
    await client.invalidateQueries({ queryKey: salesKey });
  }
}

export function cashiersQuery(id: string) {
  return queryOptions({
    queryKey: [...salesKey, 'cashiers', id],
    queryFn: ({ signal }) => call(exceptions.listCashiers, { params: { id }, query: {} }, { signal }),
    ...fresh,
  });
}

const productsPerPage = 100;

export function productsQuery(filters: Omit<Sent<typeof contract.listProducts>['query'], 'limit' | 'after'>) {
  const query = { ...filters, limit: productsPerPage };
  const pages = pagesQuery([...salesKey, 'products', filters], contract.listProducts, { query });
  return { ...pages, placeholderData: keepPreviousData };
}

export type StockFilters = Sent<typeof stock.exportStock>['query'];

const stockRowsPerPage = 100;

export function stockQuery(filters: StockFilters) {
  const query = { ...filters, limit: stockRowsPerPage };
  const pages = pagesQuery([...salesKey, 'stock', filters], stock.listStock, { query });
  return { ...pages, placeholderData: keepPreviousData };
}

export function exportStock(filters: StockFilters) {
  return saveAnswer(open(stock.exportStock, { query: filters }), 'stock.csv');
}

/** As `reportingQuery`. */
export function salesTilesQuery(district?: string) {
  return queryOptions({
    queryKey: [...salesKey, 'tiles', district],
    queryFn: ({ signal }) => call(contract.getSalesTiles, { query: { district } }, { signal }),
    ...fresh,
  });
}
