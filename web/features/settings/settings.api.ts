import { queryOptions } from '@tanstack/react-query';
import type { OrganizationInput } from '../../../contract/organization.ts';
import * as organization from '../../../contract/organization.ts';
import * as contract from '../../../contract/settings.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call(contract.getSettings, {}, { signal })).settings,
});

export const organizationQuery = queryOptions({
  queryKey: [...settingsQuery.queryKey, 'organization'],
  queryFn: ({ signal }) => call(organization.getOrganization, {}, { signal }),
});

/** `seen` is the version that the form was filled with. */
export async function updateOrganization(
  seen: string | null,
  body: Partial<OrganizationInput>,
  { client, signal }: SaveContext,
) {
  const ifMatch = seen ?? undefined;
  const saved = await call(
    organization.updateOrganization,
    { body },
    { signal, ...(ifMatch && { ifMatch }) },
  );
  client.setQueryData(organizationQuery.queryKey, saved);
  await client.invalidateQueries(settingsQuery);
  return saved;
}

export const emailsQuery = queryOptions({
  queryKey: ['emails'],
  queryFn: async ({ signal }) => (await call(contract.listEmails, {}, { signal })).mails,
  staleTime: 0,
  // A pending email changes by itself.
  refetchInterval: ({ state }) => (state.data?.some((email) => email.state === 'pending') ? 5000 : false),
});

export function emailQuery(id: string) {
  return queryOptions({
    queryKey: [...emailsQuery.queryKey, id],
    queryFn: ({ signal }) => call(contract.getEmail, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

export async function sendEmailAgain(id: string, { client, signal }: SaveContext) {
  await call(contract.sendEmailAgain, { params: { id } }, { signal });
  await client.invalidateQueries({ queryKey: emailsQuery.queryKey });
}

export function sendTestEmail() {
  return call(contract.sendTestEmail);
}
