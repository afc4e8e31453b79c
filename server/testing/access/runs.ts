import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/runs.ts';
import { listUsers } from '../../../contract/users.ts';
import { type Choice, nothing, row } from '../requests/endpoint-row.ts';

/** No other user sees it. It waits to be planned. */
const aRun = async ({ at }: Choice) => ({
  params: {
    id: await at(async (admin) => {
      const { runs } = (await admin.call(contract.listRuns, {})).ok();
      // A user may have a few that are not applied.
      for (const { id } of runs.slice(keptRuns)) await admin.call(contract.discardRun, { params: { id } });
      const act = { act: 'activate' as const };
      const { users } = (await admin.call(listUsers, { query: { limit: 1 } })).ok();
      const ids = users.map((user) => user.id);
      const body = { about: 'users' as const, act, selection: { ids } };
      return (await admin.call(contract.createRun, { body })).ok().id;
    }),
  },
});
const keptRuns = 5;
const everybody = { about: 'users', act: { act: 'deactivate' }, selection: { query: '' } } as const;
const ofUsers = { about: 'users' } as const;

export const rows = [
  row(contract.listRuns, nothing, 'ok ok ok ok ok ok ok'),
  row(contract.createRun, () => ({ body: everybody }), '403 403 403 ok ok ok ok'),
  row(contract.getRun, aRun, '404 404 404 404 404 404 ok'),
  row(
    contract.listRunLines,
    async (choice) => ({ ...(await aRun(choice)), query: {} }),
    '404 404 404 404 404 404 ok',
  ),
  row(contract.listRunReasons, aRun, '404 404 404 404 404 404 ok'),
  row(
    contract.applyRun,
    async (choice) => ({ ...(await aRun(choice)), body: {} }),
    '404 404 404 404 404 404 409',
  ),
  row(contract.cancelRun, aRun, '404 404 404 404 404 404 ok'),
  row(contract.discardRun, aRun, '404 404 404 404 404 404 ok'),
  // The run is planned already, or has not ended.
  row(contract.retryRun, aRun, '404 404 404 404 404 404 ok'),
  row(
    contract.undoRun,
    async (choice) => ({ ...(await aRun(choice)), body: {} }),
    '404 404 404 404 404 404 409',
  ),
  row(
    contract.uploadFile,
    () => ({
      query: { ...ofUsers, id: randomUUID(), name: 'users.csv' },
      file: 'Email,Full name\nana@new.example,Ana\n',
    }),
    '403 403 403 ok ok ok ok',
  ),
  // It has no file.
  row(
    contract.listUnknownWords,
    async (choice) => ({ ...(await aRun(choice)), query: { column: 'roles' as const, index: 0 } }),
    '404 404 404 404 404 404 400',
  ),
  // It is no import.
  row(
    contract.planImport,
    async (choice) => ({ ...(await aRun(choice)), body: { mapping: [] } }),
    '404 404 404 404 404 404 409',
  ),
  // Only for every permission; the run invites nobody.
  row(contract.downloadInviteLinks, aRun, '403 403 403 403 403 403 409'),
  row(
    contract.downloadRunResult,
    async (choice) => ({ ...(await aRun(choice)), query: {} }),
    '404 404 404 404 404 404 ok',
  ),
  row(contract.downloadImportTemplate, () => ({ query: ofUsers }), 'ok ok ok ok ok ok ok'),
];
