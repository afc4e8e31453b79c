import * as recentContract from '../../../contract/recent.ts';
import * as contract from '../../../contract/search.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { addRecent, listRecent } from './recent.service.ts';
import { search } from './search.service.ts';

export function searchRoutes(routes: Routes) {
  routes.add(contract.search, (ctx, { query }) => search(ctx, query));
  routes.add(recentContract.listRecent, (ctx) => listRecent(ctx));
  routes.add(recentContract.addRecent, (ctx, { body }) => addRecent(ctx, body));
}
