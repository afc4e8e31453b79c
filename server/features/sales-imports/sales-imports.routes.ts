import * as contract from '../../../contract/sales-imports.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as apply from './apply-import.service.ts';
import * as imports from './sales-imports.service.ts';

export function salesImportRoutes(routes: Routes) {
  routes.add(contract.listSalesImports, async (ctx) => ({ imports: await imports.listSalesImports(ctx) }));
  routes.add(contract.getSalesImport, (ctx, { params }) => imports.getSalesImport(ctx, params.id));
  routes.addUpload(contract.uploadSales, (ctx, { query, file }) => imports.uploadSales(ctx, query, file));
  routes.add(contract.previewSalesImport, (ctx, { params, body }) =>
    apply.previewSalesImport(ctx, params.id, body),
  );
  routes.add(contract.applySalesImport, (ctx, { params, body }) =>
    apply.applySalesImport(ctx, params.id, body),
  );
  routes.add(contract.discardSalesImport, (ctx, { params }) => imports.discardSalesImport(ctx, params.id));
  routes.addDownload(contract.downloadLeftOut, (ctx, { params, renew }) =>
    imports.downloadLeftOut(ctx, params.id, renew),
  );
  routes.add(contract.undoSalesImport, (ctx, { params }) => apply.undoSalesImport(ctx, params.id));
}
