import * as contract from '../../../contract/views.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as views from './views.service.ts';

export function viewRoutes(routes: Routes) {
  routes.add(contract.listViews, async (ctx) => ({ views: await views.listViews(ctx) }));
  routes.add(contract.createView, (ctx, { body }) => views.createView(ctx, body));
  routes.add(contract.updateView, (ctx, { params, body, ifMatch }) =>
    views.updateView(ctx, params.id, body, ifMatch),
  );
  routes.add(contract.deleteView, (ctx, { params }) => views.deleteView(ctx, params.id));
}

export const viewSubject: AuditSubject = {
  collections: ['views', 'view-watches'],
  findName: views.findSharedName,
};
