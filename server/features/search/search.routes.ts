import * as contract from '../../../contract/search.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { search } from './search.service.ts';

export function searchRoutes(routes: Routes) {
  routes.add(contract.search, (ctx, { query }) => search(ctx, query));
}
