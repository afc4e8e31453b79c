import * as contract from '../../../contract/audit.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { listAudit } from './audit.service.ts';
import { exportAudit } from './export.service.ts';

/** Nothing here, or anywhere, changes or deletes an entry. */
export function auditRoutes(routes: Routes) {
  routes.add(contract.listAudit, (ctx, { query }) => listAudit(ctx, query));
  routes.addDownload(contract.exportAudit, (ctx, { query, renew }) => exportAudit(ctx, query, renew));
}
