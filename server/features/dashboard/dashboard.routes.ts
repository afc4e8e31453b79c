import * as contract from '../../../contract/dashboard.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as attention from './attention.service.ts';
import * as dashboard from './dashboard.service.ts';

export function dashboardRoutes(routes: Routes) {
  routes.add(contract.getDashboard, (ctx) => dashboard.getDashboard(ctx));
  routes.add(contract.getAttention, (ctx) => attention.getAttention(ctx));
  routes.add(contract.getRecentChanges, (ctx) => dashboard.getRecentChanges(ctx));
  routes.add(contract.getJoinersAndLeavers, (ctx, { query }) =>
    dashboard.getJoinersAndLeavers(ctx, query.utc_offset),
  );
  routes.add(contract.getBreakdown, (ctx) => dashboard.getBreakdown(ctx));
  routes.add(contract.getOwnLocations, (ctx) => dashboard.getOwnLocations(ctx));
}
