import * as organizationContract from '../../../contract/organization.ts';
import * as contract from '../../../contract/settings.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as email from './email.service.ts';
import * as organization from './organization.service.ts';
import * as settings from './settings.service.ts';

export function settingsRoutes(routes: Routes) {
  routes.add(contract.getAppConfig, (ctx) => settings.getAppConfig(ctx));
  routes.add(contract.getSettings, async (ctx) => ({ settings: await settings.getSettings(ctx) }));
  routes.add(organizationContract.getOrganization, (ctx) => organization.getOrganization(ctx));
  routes.add(organizationContract.updateOrganization, (ctx, { body, ifMatch }) =>
    organization.updateOrganization(ctx, body, ifMatch),
  );
  routes.add(contract.listEmails, async (ctx) => ({ mails: await email.listEmails(ctx) }));
  routes.add(contract.getEmail, (ctx, { params }) => email.getEmail(ctx, params.id));
  routes.add(contract.sendEmailAgain, (ctx, { params }) => email.sendEmailAgain(ctx, params.id));
  routes.add(contract.sendTestEmail, (ctx) => email.sendTestEmail(ctx));
}

export const settingsSubject: AuditSubject = {
  collections: ['mails', 'profile', 'notifications', 'tokens'],
  findName: async () => '',
};
