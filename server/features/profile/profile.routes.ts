import * as contract from '../../../contract/profile.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as profile from './profile.service.ts';

export function profileRoutes(routes: Routes) {
  routes.add(contract.getProfile, (ctx) => profile.getProfile(ctx));
  routes.add(contract.updateProfile, (ctx, { body }) => profile.updateProfile(ctx, body));
}
