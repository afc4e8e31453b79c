import { queryOptions } from '@tanstack/react-query';
import { fileNameMaxLength } from '../../../contract/fields/limits.ts';
import type { Sent } from '../../../contract/http/endpoint.ts';
import * as contract from '../../../contract/sales-imports.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';
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

export async function uploadSales({ file, ...query }: Upload, { client, signal }: SaveContext) {
  const name = file.name.slice(-fileNameMaxLength);
  const found = await call(contract.uploadSales, { query: { ...query, name } }, { file, signal });
  client.setQueryData(salesImportQuery(found.id).queryKey, found);
  return found;
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

/** Figures follow an import. */
async function cached(client: SaveContext['client'], found: contract.SalesImport) {
  client.setQueryData(salesImportQuery(found.id).queryKey, found);
  await Promise.all([
    client.invalidateQueries({ queryKey: salesKey }),
    client.invalidateQueries({ queryKey: importsKey, exact: true }),
  ]);
  return found;
}
