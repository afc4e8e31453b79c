import * as contract from '../../../contract/sessions.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as sessions from './sessions.service.ts';

export function sessionRoutes(routes: Routes) {
  routes.add(contract.listOwnSessions, (ctx) => sessions.listOwnSessions(ctx));
  routes.add(contract.endOwnSession, (ctx, { params }) => sessions.endOwnSession(ctx, params.id));
  routes.add(contract.endOtherSessions, (ctx) => sessions.endOtherSessions(ctx));
  routes.add(contract.listSessionsOf, (ctx, { params }) => sessions.listSessionsOf(ctx, params.id));
  routes.add(contract.endSessionOf, (ctx, { params }) =>
    sessions.endSessionOf(ctx, params.id, params.session_id),
  );
  routes.add(contract.endSessionsOf, (ctx, { params }) => sessions.endSessionsOf(ctx, params.id));
}
