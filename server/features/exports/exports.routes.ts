import * as contract from '../../../contract/files/exports.ts';
import { locationSelectionQuery, userSelectionQuery } from '../../../contract/lists/list.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { exportAccessList } from './access-list.service.ts';
import { exportLocations, exportUsers, readSelection } from './exports.service.ts';

export function exportRoutes(routes: Routes) {
  routes.addDownload(contract.exportUsers, (ctx, { query: { columns, ...query }, renew }) =>
    exportUsers(ctx, { query, except: [] }, renew, columns),
  );
  routes.addDownload(contract.exportAccessList, (ctx, { query, renew }) =>
    exportAccessList(ctx, query, renew),
  );
  routes.addDownload(contract.exportSelectedUsers, (ctx, { body, renew }) =>
    exportUsers(ctx, readSelection(userSelectionQuery, body), renew),
  );
  routes.addDownload(contract.exportLocations, (ctx, { query: { columns, ...query }, renew }) =>
    exportLocations(ctx, { query, except: [] }, renew, columns),
  );
  routes.addDownload(contract.exportSelectedLocations, (ctx, { body, renew }) =>
    exportLocations(ctx, readSelection(locationSelectionQuery, body), renew),
  );
}
