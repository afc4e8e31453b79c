import type { Step } from './columns.ts';

/**
 * Invite links are copied by those alone who hold every permission. Of what others copied before, links that wait end,
 * and accounts whose mailbox nobody proved start over: 'Forgot password?' gives them to whoever owns the mailbox.
 */
export async function up({ run }: Step) {
  const administrators = `select users.id from users
    join user_roles on user_roles.user_id = users.id
    join roles on roles.id = user_roles.role_id
    where roles.name_key = 'admin' and users.is_active`;
  const unproven = `select id from auth_users where vouched_by is not null and vouched_by not in (${administrators})`;
  await run(
    `delete from auth_invitations where mail_id is null and (sent_by is null or sent_by not in (${administrators}))`,
    // Foreign keys do not cascade during a migration on SQLite.
    `delete from auth_challenges where factor_id in (select id from auth_factors where user_id in (${unproven}))`,
    `delete from auth_challenges where session_id in (select id from auth_sessions where user_id in (${unproven}))`,
    `delete from auth_recovery_codes where factor_id in (select id from auth_factors where user_id in (${unproven}))`,
    ...['auth_sessions', 'auth_one_time_tokens', 'auth_devices', 'auth_factors'].map(
      (table) => `delete from ${table} where user_id in (${unproven})`,
    ),
    `update auth_users set password_hash = null, new_email = null, email_change_sent_at = null
      where id in (${unproven})`,
    'drop index auth_users_vouched_by',
    'alter table auth_users drop column vouched_by',
  );
}
