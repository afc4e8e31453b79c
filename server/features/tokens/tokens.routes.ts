import * as contract from '../../../contract/tokens.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as tokens from './tokens.service.ts';

export function tokenRoutes(routes: Routes) {
  routes.add(contract.listTokens, (ctx) => tokens.listOwnTokens(ctx));
  routes.add(contract.createToken, (ctx, { body }) => tokens.createOwnToken(ctx, body));
  routes.add(contract.renewToken, (ctx, { params, body }) =>
    tokens.renewOwnToken(ctx, { id: params.id, ...body }),
  );
  routes.add(contract.endToken, (ctx, { params }) => tokens.endOwnToken(ctx, params.id));
}
