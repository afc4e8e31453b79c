import * as contract from '../../../../contract/company-sign-in.ts';
import type { Routes } from '../../../kernel/http/router.ts';
import * as settings from './company-settings.service.ts';
import { signOutUrl } from './own-connections.service.ts';

export function companySignInRoutes(routes: Routes) {
  routes.add(contract.getCompanySignIn, (ctx) => settings.getCompanySignIn(ctx));
  routes.add(contract.updateCompanySignIn, (ctx, { body, ifMatch }) =>
    settings.updateCompanySignIn(ctx, body, ifMatch),
  );
  routes.add(contract.testCompanySignIn, (ctx) => settings.testCompanySignIn(ctx));
  routes.add(contract.getCompanySignInTest, (ctx, { params }) => settings.readTest(ctx, params.code));
  routes.add(contract.getProviderSignOut, async (ctx) => ({ url: await signOutUrl(ctx) }));
}
