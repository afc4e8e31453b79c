import type { Step } from './columns.ts';

/** API tokens, the locations and districts to which they are narrowed, and what was done with them. */
export async function up({ run, columns: c }: Step) {
  const time = (name: string) => `${name} ${c.time(name)}`;
  await run(
    `create table api_tokens (
      id ${c.uuid} primary key, owner_id ${c.uuid} not null references users (id) on delete cascade,
      name text not null, token_hash ${c.key} not null unique, hint text not null, permissions text not null,
      scope text not null check (scope in ('all', 'districts', 'locations')), allowed_networks text not null,
      ${time('created_at')} not null, created_by ${c.uuid}, created_by_name text not null,
      ${time('expires_at')} not null, renewed_by ${c.uuid},
      ${time('last_used_at')}, last_used_ip text, ${time('ended_at')}, ended_reason text
    ) ${c.table}`,
    'create index api_tokens_by_owner on api_tokens (owner_id)',
    ...['location', 'district'].flatMap((place) => [
      `create table api_token_${place}s (
        token_id ${c.uuid} not null references api_tokens (id) on delete cascade,
        ${place}_id ${c.uuid} not null references ${place}s (id) on delete cascade,
        primary key (token_id, ${place}_id)
      ) ${c.linkTable}`,
      `create index api_token_${place}s_by_${place} on api_token_${place}s (${place}_id)`,
    ]),
    `alter table audit_entries add column token_id ${c.uuid}`,
    'alter table audit_entries add column token_name text',
    'create index audit_entries_by_token on audit_entries (token_id, at desc, id desc) where token_id is not null',
    `alter table runs add column token_id ${c.uuid}`,
  );
}
