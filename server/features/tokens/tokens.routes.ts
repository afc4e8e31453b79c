import * as accounts from '../../../contract/service-accounts.ts';
import * as contract from '../../../contract/tokens.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { accountName } from '../auth/tokens/service-accounts.service.ts';
import * as services from './service-accounts.service.ts';
import * as tokens from './tokens.service.ts';

export function tokenRoutes(routes: Routes) {
  routes.add(contract.listTokens, (ctx) => tokens.listOwnTokens(ctx));
  routes.add(contract.createToken, (ctx, { body }) => tokens.createOwnToken(ctx, body));
  routes.add(contract.renewToken, (ctx, { params, body }) =>
    tokens.renewOwnToken(ctx, { id: params.id, ...body }),
  );
  routes.add(contract.endToken, (ctx, { params }) => tokens.endOwnToken(ctx, params.id));
  routes.add(accounts.listServiceAccounts, (ctx) => services.listServiceAccounts(ctx));
  routes.add(accounts.createServiceAccount, (ctx, { body }) => services.createServiceAccount(ctx, body));
  routes.add(accounts.updateServiceAccount, (ctx, { params, body, ifMatch }) =>
    services.updateServiceAccount(ctx, params.id, body, ifMatch),
  );
  routes.add(accounts.createAccountToken, (ctx, { params, body }) =>
    services.createAccountToken(ctx, params.id, body),
  );
  routes.add(accounts.renewAccountToken, (ctx, { params: { id, token_id }, body }) =>
    services.renewAccountToken(ctx, id, { id: token_id, ...body }),
  );
  routes.add(accounts.endAccountToken, (ctx, { params: { id, token_id } }) =>
    services.endAccountToken(ctx, id, token_id),
  );
  routes.add(accounts.listAccountCalls, (ctx, { params }) => services.listAccountCalls(ctx, params.id));
}

export const serviceSubject: AuditSubject = {
  collections: ['service-accounts'],
  findName: ({ database }, id) => accountName(database.read, id),
};
