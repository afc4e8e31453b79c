import * as contract from '../../../contract/dashboard.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as dashboard from './dashboard.service.ts';

export function dashboardRoutes(routes: Routes) {
  routes.add(contract.getDashboard, (ctx) => dashboard.getDashboard(ctx));
}
