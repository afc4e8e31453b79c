import * as contract from '../../../contract/covers.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { changeCover, createCovers, endCover, listCovers, nameOfCover } from './covers.service.ts';

export function coverRoutes(routes: Routes) {
  routes.add(contract.listCovers, (ctx, { query }) => listCovers(ctx, query));
  routes.add(contract.createCovers, async (ctx, { body }) => ({ covers: await createCovers(ctx, body) }));
  routes.add(contract.changeCover, (ctx, { params, body }) => changeCover(ctx, params.id, body.ends_at));
  routes.add(contract.endCover, (ctx, { params }) => endCover(ctx, params.id));
}

/** Of refused calls only: the acts are about the user. */
export const coverSubject: AuditSubject = { collections: ['covers'], findName: nameOfCover };
