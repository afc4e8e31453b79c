import * as contract from '../../../contract/changes.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { listChanges } from './changes.service.ts';
import type { Following } from './follow.service.ts';

export function changeRoutes(routes: Routes, { follow }: Following) {
  routes.add(contract.listChanges, (ctx, { query }) => listChanges(ctx, query));
  routes.addStream(contract.openStream, follow);
}
