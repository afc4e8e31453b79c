import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/sales-imports.ts';
import { nothing, row } from '../requests/endpoint-row.ts';

const test = 'server/features/sales-imports/sales-imports.test.ts';
const missing = () => ({ params: { id: randomUUID() } });
const options = () => ({ ...missing(), body: { mapping: [] } });

export const rows = [
  row(contract.listSalesImports, nothing, '403 403 403 403 403 ok ok', test),
  row(contract.getSalesImport, missing, '403 403 403 403 403 404 404', test),
  row(
    contract.uploadSales,
    () => ({
      query: { id: randomUUID(), about: 'costs' as const, name: 'costs.csv' },
      file: 'Grade,From,Cost\n001,11/24/26,2.87\n',
    }),
    '403 403 403 403 403 ok ok',
    test,
  ),
  row(contract.previewSalesImport, options, '403 403 403 403 403 404 404', test),
  row(contract.applySalesImport, options, '403 403 403 403 403 404 404', test),
  row(contract.discardSalesImport, missing, '403 403 403 403 403 404 404', test),
  row(contract.downloadLeftOut, missing, '403 403 403 403 403 404 404', test),
  row(contract.undoSalesImport, missing, '403 403 403 403 403 404 404', test),
];
