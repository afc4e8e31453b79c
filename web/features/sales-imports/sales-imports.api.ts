import { queryOptions } from '@tanstack/react-query';
import { fileNameMaxLength } from '../../../contract/fields/limits.ts';
import type { Sent } from '../../../contract/http/endpoint.ts';
import * as contract from '../../../contract/sales-imports.ts';
import { authState, loadProfile } from '../../lib/account/auth-store.ts';
import { saveAnswer } from '../../lib/browser/save-file.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { type CallOptions, call, open } from '../../lib/http/http.ts';
import { salesKey } from '../../lib/network/query-keys.ts';

const importsKey = ['sales-imports'];

export const salesImportsQuery = queryOptions({
  queryKey: importsKey,
  queryFn: async ({ signal }) => (await call(contract.listSalesImports, {}, { signal })).imports,
  staleTime: 0,
});

export function salesImportQuery(id: string) {
  return queryOptions({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) => call(contract.getSalesImport, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

type Upload = Omit<Sent<typeof contract.uploadSales>['query'], 'name'> & { file: File };

export async function uploadSales(
  { file, ...query }: Upload,
  { client, ...options }: SaveContext & Pick<CallOptions, 'onSent'>,
) {
  const name = file.name.slice(-fileNameMaxLength);
  const found = await call(contract.uploadSales, { query: { ...query, name } }, { file, ...options });
  client.setQueryData(salesImportQuery(found.id).queryKey, found);
  return found;
}

export async function discardSalesImport(id: string, { client, signal }: SaveContext) {
  await call(contract.discardSalesImport, { params: { id } }, { signal });
  await client.invalidateQueries({ queryKey: importsKey, exact: true });
}

export function downloadLeftOut(id: string) {
  return saveAnswer(open(contract.downloadLeftOut, { params: { id } }), 'not-imported.csv');
}

export function previewSalesImport(
  id: string,
  body: contract.SalesImportOptions,
  { signal }: Pick<SaveContext, 'signal'>,
) {
  return call(contract.previewSalesImport, { params: { id }, body }, { signal });
}

/** Not aborted with its page: what was begun is finished. */
export async function applySalesImport(
  id: string,
  body: contract.SalesImportOptions,
  { client }: Pick<SaveContext, 'client'>,
) {
  return cached(client, await call(contract.applySalesImport, { params: { id }, body }));
}

export async function undoSalesImport(id: string, { client }: Pick<SaveContext, 'client'>) {
  return cached(client, await call(contract.undoSalesImport, { params: { id } }));
}

/** Figures follow an import. With the first one, the sidebar gets Sales. */
async function cached(client: SaveContext['client'], found: contract.SalesImport) {
  client.setQueryData(salesImportQuery(found.id).queryKey, found);
  if (authState().profile?.has_registers === false) void loadProfile();
  await Promise.all([
    client.invalidateQueries({ queryKey: salesKey }),
    client.invalidateQueries({ queryKey: importsKey, exact: true }),
  ]);
  return found;
}
