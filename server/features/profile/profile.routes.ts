import * as contract from '../../../contract/profile.ts';
import { firstCursor } from '../../kernel/changes/cursor.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as profile from './profile.service.ts';

export function profileRoutes(routes: Routes) {
  routes.add(contract.getProfile, async (ctx) => {
    const first = await firstCursor(ctx);
    return { ...(await profile.getProfile(ctx)), ...first };
  });
  routes.add(contract.updateProfile, (ctx, { body }) => profile.updateProfile(ctx, body));
}
