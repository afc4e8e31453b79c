import * as contract from '../../../contract/profile.ts';
import { firstCursor } from '../../kernel/changes/cursor.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { listRecent } from '../search/search.service.ts';
import * as profile from './profile.service.ts';

export function profileRoutes(routes: Routes) {
  routes.add(contract.getProfile, async (ctx) => {
    const first = await firstCursor(ctx);
    const own = await profile.getProfile(ctx);
    // Before a required second factor is set up, nobody reads names.
    const { is_required, is_set_up } = own.second_factor;
    return { ...own, ...first, ...(is_required && !is_set_up ? {} : await listRecent(ctx)) };
  });
  routes.add(contract.updateProfile, (ctx, { body }) => profile.updateProfile(ctx, body));
}
