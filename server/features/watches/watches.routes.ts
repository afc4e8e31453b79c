import * as contract from '../../../contract/notifications/watches.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { getLocationWatch, watchLocation } from './location-watches.service.ts';
import * as watches from './watches.service.ts';

export function watchRoutes(routes: Routes) {
  routes.add(contract.listWatches, async (ctx) => ({ watches: await watches.listWatches(ctx) }));
  routes.add(contract.watchView, (ctx, { params, body }) => watches.watchView(ctx, params.id, body));
  routes.add(contract.unwatchView, (ctx, { params }) => watches.unwatchView(ctx, params.id));
  routes.add(contract.getLocationWatch, (ctx, { params }) => getLocationWatch(ctx, params.id));
  routes.add(contract.watchLocation, (ctx, { params, body }) =>
    watchLocation(ctx, params.id, body.is_watched),
  );
}
