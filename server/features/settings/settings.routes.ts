import * as contract from '../../../contract/settings.ts';
import type { Routes } from '../../platform/router.ts';
import * as settings from './settings.service.ts';

export function settingsRoutes(routes: Routes) {
  routes.add(contract.getAppConfig, (ctx) => settings.getAppConfig(ctx));
  routes.add(contract.getSettings, async (ctx) => ({ settings: settings.getSettings(ctx) }));
  routes.add(contract.listMails, async (ctx) => ({ mails: await settings.listMails(ctx) }));
  routes.add(contract.getMail, (ctx, { params }) => settings.getMail(ctx, params.id));
}
