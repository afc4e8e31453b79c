import * as contract from '../../../contract/files/exports.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { exportLocations, exportSelectedLocations } from './export-locations.service.ts';
import { exportSelectedUsers, exportUsers } from './export-users.service.ts';

export function exportRoutes(routes: Routes) {
  routes.addDownload(contract.exportUsers, (ctx, { query, renew }) => exportUsers(ctx, query, renew));
  routes.addDownload(contract.exportSelectedUsers, (ctx, { body, renew }) =>
    exportSelectedUsers(ctx, body, renew),
  );
  routes.addDownload(contract.exportLocations, (ctx, { query, renew }) => exportLocations(ctx, query, renew));
  routes.addDownload(contract.exportSelectedLocations, (ctx, { body, renew }) =>
    exportSelectedLocations(ctx, body, renew),
  );
}
