import type { Step } from './columns.ts';

/**
 * A device is trusted once its user signed in there completely: with the second factor, where there is one. What a
 * session keeps for its refresh tokens begins anew with the second factor, and wrong codes are counted per user.
 */
export async function up({ run }: Step) {
  await run(
    `delete from auth_devices where second_factor_at is null and exists (
      select 1 from auth_factors f where f.user_id = auth_devices.user_id and f.status = 'verified')`,
    'alter table auth_devices drop column second_factor_at',
    'alter table auth_sessions drop column elevated_counter',
    'alter table auth_sessions drop column elevated_at',
    'alter table auth_challenges drop column tries',
  );
}
