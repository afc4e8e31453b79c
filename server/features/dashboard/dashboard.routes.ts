import * as contract from '../../../contract/dashboard.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as attention from './attention.service.ts';
import * as dashboard from './dashboard.service.ts';

export function dashboardRoutes(routes: Routes) {
  routes.add(contract.getDashboard, (ctx, { query }) => dashboard.getDashboard(ctx, query));
  routes.add(contract.getAttention, (ctx, { query }) => attention.getAttention(ctx, query));
  routes.add(contract.getRecentChanges, (ctx, { query }) => dashboard.getRecentChanges(ctx, query));
  routes.add(contract.getJoinersAndLeavers, (ctx, { query }) =>
    dashboard.getJoinersAndLeavers(ctx, query.utc_offset),
  );
  routes.add(contract.getBreakdown, (ctx) => dashboard.getBreakdown(ctx));
  routes.add(contract.getOwnLocations, (ctx, { query }) => dashboard.getOwnLocations(ctx, query));
}
