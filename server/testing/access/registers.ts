import { listDayNotes, setDayNote } from '../../../contract/day-notes.ts';
import * as departments from '../../../contract/departments.ts';
import * as contract from '../../../contract/registers.ts';
import * as sales from '../../../contract/sales.ts';
import * as breakdown from '../../../contract/sales-breakdown.ts';
import { listCashiers, listExceptions, setExceptionSeen } from '../../../contract/sales-exceptions.ts';
import { exportStock, listStock } from '../../../contract/stock.ts';
import * as withdrawals from '../../../contract/withdrawals.ts';
import type { Client } from '../requests/client.ts';
import { type Choice, everything, nothing, row } from '../requests/endpoint-row.ts';

const connect = async (admin: Client, location_id: string) => {
  const body = { name: 'Front register', location_ids: [location_id] };
  return (await admin.call(contract.createRegister, { body })).ok().register.id;
};

const aRegister = async ({ at }: Choice) => ({ params: { id: await at(connect) } });
const all = { query: {} };
const ofGrades = () => ({ query: { of: 'grade' as const } });
const name = { query: { name: 'day.xml' } };

export const rows = [
  row(contract.listRegisters, everything, '403 ok 403 ok ok ok ok'),
  row(
    contract.createRegister,
    async ({ location }) => ({ body: { name: 'Front', location_ids: [await location()] } }),
    '403 403 403 403 403 ok ok',
  ),
  row(
    contract.updateRegister,
    async (choice) => ({ ...(await aRegister(choice)), body: { name: 'Back' } }),
    '403 403 403 403 403 ok ok',
  ),
  row(
    contract.revokeRegister,
    async (choice) => ({ ...(await aRegister(choice)), body: { is_lost: true } }),
    '403 403 403 403 403 ok ok',
  ),
  row(contract.replaceRegisterKey, aRegister, '403 403 403 403 403 ok ok'),
  row(departments.listRegisterDepartments, aRegister, '403 ok 403 ok 404 ok ok'),
  // A new connection has no department, which is said only to who may see it.
  row(
    departments.setDepartmentKind,
    async (choice) => ({ ...(await aRegister(choice)), body: { code: '12', kind: 'fuel' as const } }),
    '403 403 403 403 403 404 404',
  ),
  row(departments.listDepartments, nothing, '403 ok 403 ok ok ok ok'),
  row(
    departments.decideDepartment,
    () => ({ body: { code: '12', name: null, kind: 'fuel' as const } }),
    '403 403 403 403 403 404 404',
  ),
  row(contract.listRegisterFiles, everything, '403 ok 403 ok ok ok ok'),
  row(contract.uploadRegisterFile, () => ({ ...name, file: '<a/>' }), '403 403 403 403 403 ok ok'),
  row(
    contract.readRegisterFileAgain,
    () => ({ params: { id: crypto.randomUUID() } }),
    '403 403 403 403 403 404 404',
  ),
  row(
    withdrawals.previewWithdrawal,
    async ({ location }) => ({ query: { location: await location() } }),
    '403 403 403 403 403 ok ok',
  ),
  // Nothing was received.
  row(
    withdrawals.createWithdrawal,
    async ({ location }) => ({ body: { location: await location() } }),
    '403 403 403 403 403 409 409',
  ),
  row(withdrawals.listWithdrawals, nothing, '403 403 403 403 403 ok ok'),
  row(
    withdrawals.undoWithdrawal,
    () => ({ params: { id: crypto.randomUUID() } }),
    '403 403 403 403 403 404 404',
  ),
  row(contract.listSales, everything, '403 ok 403 ok ok ok ok'),
  row(contract.exportSales, everything, '403 ok 403 ok ok ok ok'),
  row(sales.compareSales, everything, '403 ok 403 ok ok ok ok'),
  row(sales.exportCompared, everything, '403 ok 403 ok ok ok ok'),
  row(sales.exportSalesByLocation, everything, '403 ok 403 ok ok ok ok'),
  row(sales.listSalesByState, everything, '403 ok 403 ok ok ok ok'),
  row(sales.exportSalesByState, everything, '403 ok 403 ok ok ok ok'),
  row(breakdown.breakDownSales, ofGrades, '403 ok 403 ok ok ok ok'),
  row(breakdown.exportBreakdown, ofGrades, '403 ok 403 ok ok ok ok'),
  row(breakdown.listFuelGrades, nothing, '403 ok 403 ok ok ok ok'),
  row(
    breakdown.nameFuelGrade,
    () => ({ body: { code: '001', name: 'Regular' } }),
    '403 403 403 403 403 403 ok',
  ),
  row(sales.listLeftOut, everything, '403 ok 403 ok ok ok ok'),
  row(sales.listSalesByLocation, everything, '403 ok 403 ok ok ok ok'),
  row(contract.listReporting, everything, '403 ok 403 ok ok ok ok'),
  row(
    contract.getLocationSales,
    async ({ location }) => ({ params: { id: await location() }, ...all }),
    '403 ok 403 ok 404 ok ok',
  ),
  row(
    contract.getSalesDay,
    async ({ location }) => ({ params: { id: await location(), business_date: '2026-03-13' } }),
    '403 404 403 404 404 404 404',
  ),
  row(listDayNotes, () => ({ query: { from: '2026-03-01', to: '2026-03-31' } }), '403 ok 403 ok ok ok ok'),
  row(
    setDayNote,
    async ({ location }) => ({
      params: { id: await location(), business_date: '2026-03-13' },
      body: { note: 'Pump 3 closed', is_closed: false },
    }),
    '403 403 403 ok 404 ok ok',
  ),
  row(listExceptions, everything, '403 ok 403 ok ok ok ok'),
  // There is no such exception.
  row(
    setExceptionSeen,
    async ({ location }) => ({
      params: { id: await location(), business_date: '2026-03-13' },
      body: { kind: 'voids' as const, about: '', what: '3 voids', is_seen: true, note: '' },
    }),
    '403 403 403 409 404 409 409',
  ),
  row(
    listCashiers,
    async ({ location }) => ({ params: { id: await location() }, ...all }),
    '403 403 403 403 403 ok ok',
  ),
  row(contract.listProducts, everything, '403 ok 403 ok ok ok ok'),
  row(listStock, everything, '403 ok 403 ok ok ok ok'),
  row(exportStock, everything, '403 ok 403 ok ok ok ok'),
  row(contract.getSalesTiles, everything, 'ok ok ok ok ok ok ok'),
];
