import * as contract from '../../../contract/recent.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as preferences from './preferences.service.ts';

export function preferenceRoutes(routes: Routes) {
  routes.add(contract.listRecent, async (ctx) => ({ recent: await preferences.listRecent(ctx) }));
  routes.add(contract.addRecent, async (ctx, { body }) => ({
    recent: await preferences.addRecent(ctx, body),
  }));
}
