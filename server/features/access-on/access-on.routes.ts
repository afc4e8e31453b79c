import * as contract from '../../../contract/access-on.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as access from './access-on.service.ts';

export function accessOnRoutes(routes: Routes) {
  routes.add(contract.getLocationAccessOn, (ctx, { params, query }) =>
    access.getLocationAccessOn(ctx, params.id, query.day),
  );
  routes.add(contract.getUserAccessOn, (ctx, { params, query }) =>
    access.getUserAccessOn(ctx, params.id, query.day),
  );
  routes.addDownload(contract.exportLocationAccessOn, (ctx, { params, query, renew }) =>
    access.exportLocationAccessOn(ctx, { ...params, ...query }, renew),
  );
  routes.addDownload(contract.exportUserAccessOn, (ctx, { params, query, renew }) =>
    access.exportUserAccessOn(ctx, { ...params, ...query }, renew),
  );
}
