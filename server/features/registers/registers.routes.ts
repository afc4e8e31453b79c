import * as notesContract from '../../../contract/day-notes.ts';
import * as departments from '../../../contract/departments.ts';
import * as contract from '../../../contract/registers.ts';
import * as salesContract from '../../../contract/sales.ts';
import * as breakdown from '../../../contract/sales-breakdown.ts';
import * as exceptionsContract from '../../../contract/sales-exceptions.ts';
import * as stockContract from '../../../contract/stock.ts';
import * as withdrawContract from '../../../contract/withdrawals.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { whileSeen } from '../locations/locations.service.ts';
import {
  decideDepartment,
  listDepartments,
  listRegisterDepartments,
  setDepartmentKind,
} from './connections/departments.service.ts';
import * as registers from './connections/registers.service.ts';
import { listCashiers } from './exceptions/cashiers.service.ts';
import { listExceptions } from './exceptions/exceptions.service.ts';
import { setExceptionSeen } from './exceptions/seen.service.ts';
import { listDayNotes, setDayNote } from './notes/day-notes.service.ts';
import * as files from './receive/files.service.ts';
import { breakDownSales, listFuelGrades, nameFuelGrade } from './sales/breakdown.service.ts';
import { compareSales, listLeftOut, listSalesByLocation, listSalesByState } from './sales/compare.service.ts';
import * as exported from './sales/export-sales.service.ts';
import * as sales from './sales/sales.service.ts';
import * as today from './sales/today.service.ts';
import { findStockName } from './stock/change-stock.service.ts';
import { exportStock, listStock } from './stock/stock.service.ts';
import * as withdrawals from './withdraw/withdrawals.service.ts';

export function registerRoutes(routes: Routes) {
  routes.add(contract.listRegisters, async (ctx, { query }) => ({
    registers: await registers.listRegisters(ctx, query.location),
  }));
  routes.add(contract.createRegister, (ctx, { body }) => registers.createRegister(ctx, body));
  routes.add(contract.updateRegister, (ctx, { params, body, ifMatch }) =>
    registers.updateRegister(ctx, params.id, body, ifMatch),
  );
  routes.add(contract.revokeRegister, (ctx, { params, body }) =>
    registers.revokeRegister(ctx, params.id, body),
  );
  routes.add(contract.replaceRegisterKey, (ctx, { params }) => registers.replaceKey(ctx, params.id));
  routes.add(departments.listRegisterDepartments, (ctx, { params }) =>
    listRegisterDepartments(ctx, params.id),
  );
  routes.add(departments.setDepartmentKind, (ctx, { params, body }) =>
    setDepartmentKind(ctx, params.id, body),
  );
  routes.add(departments.listDepartments, (ctx) => listDepartments(ctx));
  routes.add(departments.decideDepartment, (ctx, { body }) => decideDepartment(ctx, body));
  routes.add(contract.listRegisterFiles, (ctx, { query }) => files.listFiles(ctx, query));
  routes.addUpload(contract.uploadRegisterFile, (ctx, { query, file }) =>
    file.parseSpooled(ctx.app.config.data_dir, (arrived) => files.addFileByHand(ctx, query.name, arrived)),
  );
  routes.add(contract.readRegisterFileAgain, (ctx, { params }) => files.readFileAgain(ctx, params.id));
  routes.add(withdrawContract.previewWithdrawal, (ctx, { query }) =>
    withdrawals.previewWithdrawal(ctx, query),
  );
  routes.add(withdrawContract.createWithdrawal, (ctx, { body }) => withdrawals.createWithdrawal(ctx, body));
  routes.add(withdrawContract.listWithdrawals, async (ctx) => ({
    withdrawals: await withdrawals.listWithdrawals(ctx),
  }));
  routes.add(withdrawContract.undoWithdrawal, (ctx, { params }) =>
    withdrawals.undoWithdrawal(ctx, params.id),
  );
  routes.add(contract.listSales, (ctx, { query }) => sales.listSales(ctx, query));
  routes.addDownload(contract.exportSales, (ctx, { query, renew }) =>
    exported.exportSales(ctx, query, renew),
  );
  routes.addDownload(salesContract.exportCompared, (ctx, { query, renew }) =>
    exported.exportCompared(ctx, query, renew),
  );
  routes.addDownload(salesContract.exportSalesByLocation, (ctx, { query, renew }) =>
    exported.exportSalesByLocation(ctx, query, renew),
  );
  routes.addDownload(salesContract.exportSalesByState, (ctx, { query, renew }) =>
    exported.exportSalesByState(ctx, query, renew),
  );
  routes.add(salesContract.compareSales, (ctx, { query }) => compareSales(ctx, query));
  routes.add(salesContract.listLeftOut, (ctx, { query }) => listLeftOut(ctx, query));
  routes.add(salesContract.listSalesByLocation, (ctx, { query }) => listSalesByLocation(ctx, query));
  routes.add(salesContract.listSalesByState, (ctx, { query }) => listSalesByState(ctx, query));
  routes.add(breakdown.breakDownSales, (ctx, { query }) => breakDownSales(ctx, query));
  routes.addDownload(breakdown.exportBreakdown, (ctx, { query, renew }) =>
    exported.exportBreakdown(ctx, query, renew),
  );
  routes.add(breakdown.listFuelGrades, (ctx) => listFuelGrades(ctx));
  routes.add(breakdown.nameFuelGrade, (ctx, { body }) => nameFuelGrade(ctx, body));
  routes.add(exceptionsContract.listExceptions, (ctx, { query }) => listExceptions(ctx, query));
  routes.add(exceptionsContract.setExceptionSeen, async (ctx, { params, body }) => ({
    seen: await setExceptionSeen(ctx, params, body),
  }));
  routes.add(exceptionsContract.listCashiers, (ctx, { params }) =>
    whileSeen(ctx, params.id, () => listCashiers(ctx, params.id)),
  );
  routes.add(contract.listReporting, (ctx, { query }) => today.listReporting(ctx, query));
  routes.add(contract.getLocationSales, (ctx, { params, query }) =>
    whileSeen(ctx, params.id, () => sales.getLocationSales(ctx, params.id, query)),
  );
  routes.add(contract.getSalesDay, (ctx, { params }) =>
    whileSeen(ctx, params.id, () => sales.getSalesDay(ctx, params.id, params.business_date)),
  );
  routes.add(notesContract.listDayNotes, async (ctx, { query }) => ({
    ...{ notes: await listDayNotes(ctx, query), from: query.from, to: query.to },
  }));
  routes.add(notesContract.setDayNote, async (ctx, { params, body }) => ({
    note: await setDayNote(ctx, params, body),
  }));
  routes.add(contract.listProducts, (ctx, { query }) => today.listProducts(ctx, query));
  routes.add(contract.getSalesTiles, (ctx, { query }) => today.getSalesTiles(ctx, query));
  routes.add(stockContract.listStock, (ctx, { query }) => listStock(ctx, query));
  routes.addDownload(stockContract.exportStock, (ctx, { query, renew }) => exportStock(ctx, query, renew));
}

export const registerSubject: AuditSubject = {
  collections: [
    'registers',
    'departments',
    'register-files',
    'sales',
    'products',
    'fuel-grades',
    'register-withdrawals',
    'sales-imports',
  ],
  findName: registers.findName,
};

export const stockSubject: AuditSubject = { collections: ['stock'], findName: findStockName };
