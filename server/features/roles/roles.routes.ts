import * as contract from '../../../contract/roles.ts';
import { systemContext } from '../../kernel/access.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as roles from './roles.service.ts';

export function roleRoutes(routes: Routes) {
  routes.add(contract.listRoles, async (ctx) => ({ roles: await roles.listRoles(ctx) }));
  routes.add(contract.getRole, (ctx, { params }) => roles.getRole(ctx, params.id));
  routes.add(contract.createRole, (ctx, { body }) => roles.createRole(ctx, body));
  routes.add(contract.updateRole, (ctx, { params, body, ifMatch }) =>
    roles.updateRole(ctx, params.id, body, ifMatch),
  );
  routes.add(contract.deleteRole, (ctx, { params }) => roles.deleteRole(ctx, params.id));
}

export const roleSubject: AuditSubject = {
  collections: ['roles'],
  findName: async (app, id) => (await roles.getRole(systemContext(app), id)).name,
};
