import * as contract from '../../../contract/search.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { addRecent, listRecent, search } from './search.service.ts';

export function searchRoutes(routes: Routes) {
  routes.add(contract.search, (ctx, { query }) => search(ctx, query));
  routes.add(contract.listRecent, (ctx) => listRecent(ctx));
  routes.add(contract.addRecent, (ctx, { body }) => addRecent(ctx, body));
}
