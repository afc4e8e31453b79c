import type { Step } from './columns.ts';
import { grantToBuiltIn } from './grant-to-built-in.ts';

/**
 * Districts, who has them, and covers. `user_locations` also has the locations that a user has through a district; a server of
 * the release before writes assigned ones only.
 */
export async function up(step: Step) {
  const { run, columns: c } = step;
  const time = (name: string) => `${name} ${c.time(name)}`;
  const user = `user_id ${c.uuid} not null references users (id) on delete cascade`;
  const grant = `${time('created_at')} not null, granted_by ${c.uuid}, granted_by_name text`;
  await run(
    `create table districts (
      id ${c.uuid} primary key, name text not null, name_key ${c.key} not null unique, number text,
      manager_id ${c.uuid} references users (id) on delete set null,
      ${time('created_at')} not null, created_by ${c.uuid}, created_from text,
      ${time('updated_at')} not null, updated_by ${c.uuid}, updated_by_name text not null
    ) ${c.table}`,
    'create index districts_by_manager on districts (manager_id) where manager_id is not null',
    `alter table locations add column district_id ${c.uuid} references districts (id)`,
    'create index locations_by_district on locations (district_id) where district_id is not null',
    `create table user_districts (
      ${user}, district_id ${c.uuid} not null references districts (id) on delete cascade, ${grant},
      primary key (user_id, district_id)
    ) ${c.linkTable}`,
    'create index user_districts_by_district on user_districts (district_id, user_id)',
    `alter table user_locations add column is_assigned ${c.boolean('is_assigned')} not null default ${
      step.dialect === 'sqlite' ? '1' : 'true'
    }`,
    `create table covers (
      id ${c.uuid} primary key, ${user}, location_id ${c.uuid} not null references locations (id) on delete cascade,
      ${time('starts_at')} not null, ${time('ends_at')} not null, reason text, ${grant},
      ${time('ended_at')}, ended_by ${c.uuid}, ended_by_name text,
      ${time('reported_start_at')}, ${time('reported_end_at')}, ${time('reminded_at')}
    ) ${c.table}`,
    'create index covers_by_user on covers (user_id, ends_at)',
    'create index covers_by_location on covers (location_id, ends_at)',
    'create index covers_unreported on covers (ends_at) where reported_end_at is null',
  );
  await grantToBuiltIn(step, 'districts.read', ['admin', 'manager', 'employee', 'viewer']);
  await grantToBuiltIn(step, 'districts.manage', ['admin']);
}
