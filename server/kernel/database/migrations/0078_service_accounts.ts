import type { Step } from './columns.ts';
import { grantToBuiltIn } from './grant-to-built-in.ts';

/** Accounts of programs: rows of `users` that nobody signs in to, with the role that owns each and what it may see. */
export async function up(step: Step) {
  const { run, columns: c } = step;
  const user = `user_id ${c.uuid} not null`;
  await run(
    `create table service_accounts (
      user_id ${c.uuid} primary key references users (id) on delete cascade,
      owner_role_id ${c.uuid} references roles (id) on delete set null, purpose text not null,
      permissions text not null, scope text not null check (scope in ('all', 'districts', 'locations')),
      calls ${c.json('calls')} not null
    ) ${c.table}`,
    'create index service_accounts_by_owner on service_accounts (owner_role_id)',
    ...['location', 'district'].flatMap((place) => [
      `create table service_account_${place}s (
        ${user} references service_accounts (user_id) on delete cascade,
        ${place}_id ${c.uuid} not null references ${place}s (id) on delete cascade,
        primary key (user_id, ${place}_id)
      ) ${c.linkTable}`,
      `create index service_account_${place}s_by_${place} on service_account_${place}s (${place}_id)`,
    ]),
    'alter table api_tokens add column reminded_days integer',
  );
  await grantToBuiltIn(step, 'tokens.manage', ['admin']);
}
