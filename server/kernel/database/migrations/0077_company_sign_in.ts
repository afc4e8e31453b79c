import type { Step } from './columns.ts';
import { grantToBuiltIn } from './grant-to-built-in.ts';

/** Sign-in through the OpenID provider of the company: the provider, whose accounts are connected, and sign-ins on their way. */
export async function up(step: Step) {
  const { run, columns: c } = step;
  const time = (name: string) => `${name} ${c.time(name)}`;
  const yesOrNo = (name: string) => `${name} ${c.boolean(name)} not null`;
  const user = `user_id ${c.uuid}`;
  const ofUser = 'references auth_users (id) on delete cascade';
  await run(
    `create table auth_providers (
      name ${c.key} primary key, label text not null, issuer text not null, client_id text not null, client_secret text,
      domains ${c.json('domains')} not null, ${yesOrNo('is_trusted_for_link')},
      email_verified text not null check (email_verified in ('required', 'not_sent')),
      ${yesOrNo('is_second_factor_by_amr')}, state text not null check (state in ('off', 'on', 'required')),
      ${time('updated_at')} not null, updated_by ${c.uuid}, updated_by_name text not null
    ) ${c.table}`,
    `create table auth_provider_links (
      issuer ${c.key} not null, subject ${c.key} not null, ${user} not null ${ofUser},
      provider ${c.key} not null, email text, id_token text,
      ${time('created_at')} not null, ${time('last_used_at')} not null,
      primary key (issuer, subject)
    ) ${c.table}`,
    'create index auth_provider_links_by_user on auth_provider_links (user_id)',
    `create table auth_flows (
      state_hash ${c.key} primary key, provider ${c.key} not null,
      purpose text not null check (purpose in ('sign_in', 'link', 'invite', 'test')),
      secrets text not null, code_challenge text, redirect_to text not null, ${user} ${ofUser},
      session_id ${c.uuid}, invitation_hash text, max_age integer, code_hash ${c.key} unique, answer text,
      ${time('expires_at')} not null
    ) ${c.table}`,
    'create index auth_flows_by_expiry on auth_flows (expires_at)',
    'alter table auth_sessions add column provider_sid text',
    'create index auth_sessions_by_provider_sid on auth_sessions (provider_sid) where provider_sid is not null',
  );
  await grantToBuiltIn(step, 'sso.manage', ['admin']);
  await grantToBuiltIn(step, 'sso.bypass', ['admin']);
}
