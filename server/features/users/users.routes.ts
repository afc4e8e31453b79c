import * as secondFactorContract from '../../../contract/auth/second-factor.ts';
import * as invitationsContract from '../../../contract/invitations.ts';
import * as contract from '../../../contract/users.ts';
import { systemContext } from '../../kernel/access.ts';
import { firstCursor } from '../../kernel/changes/cursor.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { correctEmail } from './account/email-correction.service.ts';
import * as secondFactor from './account/reset-second-factor.service.ts';
import * as assignments from './assign/assignments.service.ts';
import * as invitations from './invitations/invitations.service.ts';
import { listUserValues } from './list/user-values.service.ts';
import * as list from './list/users-list.service.ts';
import * as users from './users.service.ts';

export function userRoutes(routes: Routes) {
  routes.add(contract.listUsers, async (ctx, { query }) => {
    const first = await firstCursor(ctx, query);
    return { ...(await list.listUsers(ctx, query)), ...first };
  });
  routes.add(contract.countUsers, async (ctx, { query }) => ({ count: await list.countUsers(ctx, query) }));
  routes.add(contract.listUserValues, (ctx, { query }) => listUserValues(ctx, query));
  routes.add(contract.getUserPosition, (ctx, { params, query }) =>
    list.getUserPosition(ctx, params.id, query),
  );
  routes.add(contract.getUser, (ctx, { params }) => users.getUser(ctx, params.id));
  routes.add(contract.createUser, (ctx, { body }) => users.createUser(ctx, body));
  routes.add(contract.updateUser, (ctx, { params, body, ifMatch }) =>
    users.updateUser(ctx, params.id, body, ifMatch),
  );
  routes.add(contract.correctEmail, (ctx, { params, body }) => correctEmail(ctx, params.id, body.email));
  routes.add(contract.deleteUser, (ctx, { params }) => users.deleteUser(ctx, params.id));
  routes.add(contract.getUserLocations, (ctx, { params }) => assignments.getUserLocations(ctx, params.id));
  routes.add(contract.replaceUserLocations, (ctx, { params, body, ifMatch }) =>
    assignments.replaceUserLocations(ctx, params.id, body, ifMatch),
  );
  routes.add(contract.getUserRoles, (ctx, { params }) => assignments.getUserRoles(ctx, params.id));
  routes.add(contract.replaceUserRoles, (ctx, { params, body, ifMatch }) =>
    assignments.replaceUserRoles(ctx, params.id, body.role_ids, ifMatch),
  );
  routes.add(invitationsContract.getInvitation, (ctx, { params }) =>
    invitations.getInvitation(ctx, params.id),
  );
  routes.add(invitationsContract.sendInvitation, (ctx, { params, body }) =>
    invitations.sendInvitation(ctx, params.id, body.by),
  );
  routes.add(invitationsContract.describeInvitation, (ctx, { body }) =>
    invitations.describeInvitation(ctx, body.token_hash),
  );
  routes.add(invitationsContract.cancelInvitation, (ctx, { params }) =>
    invitations.cancelInvitation(ctx, params.id),
  );
  routes.add(secondFactorContract.getSecondFactor, (ctx, { params }) =>
    secondFactor.getSecondFactor(ctx, params.id),
  );
  routes.add(secondFactorContract.resetSecondFactor, (ctx, { params }) =>
    secondFactor.resetSecondFactor(ctx, params.id),
  );
}

export const userSubject: AuditSubject = {
  collections: ['users'],
  findName: async (app, id) => (await users.namesInScope(systemContext(app), [id])).get(id) ?? '',
};
