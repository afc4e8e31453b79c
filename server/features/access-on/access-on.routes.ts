import * as contract from '../../../contract/access-on.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { exportAccessOn, getAccessOn } from './access-on.service.ts';

export function accessOnRoutes(routes: Routes) {
  routes.add(contract.getLocationAccessOn, (ctx, { params, query }) =>
    getAccessOn(ctx, { about: 'location', ...params, ...query }),
  );
  routes.add(contract.getUserAccessOn, (ctx, { params, query }) =>
    getAccessOn(ctx, { about: 'user', ...params, ...query }),
  );
  routes.addDownload(contract.exportLocationAccessOn, (ctx, { params, query, renew }) =>
    exportAccessOn(ctx, { about: 'location', ...params, ...query }, renew),
  );
  routes.addDownload(contract.exportUserAccessOn, (ctx, { params, query, renew }) =>
    exportAccessOn(ctx, { about: 'user', ...params, ...query }, renew),
  );
}
