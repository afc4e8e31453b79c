import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { sendInvitation } from '../../../contract/invitations.ts';
import { getOrganization, updateOrganization } from '../../../contract/organization.ts';
import { getAppConfig } from '../../../contract/settings.ts';
import { createUser } from '../../../contract/users.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';
import { createLiveConfig } from './live-config.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { SESSION_IDLE_MINUTES: '90' } });
});
afterAll(() => world.close());

const read = async () => (await world.ada.call(getOrganization, {})).ok();
const change = (body: object, ifMatch?: string) =>
  world.ada.call(updateOrganization, { body }, ifMatch ? { ifMatch } : {});

test('before the first change it has the defaults, and says what a variable sets', async () => {
  expect(await read()).toEqual({
    ...{ product_name: 'Canopy', support_url: null, signups: 'open', session_idle_minutes: 90 },
    ...{ invitation_days: 7, week_starts_on: 'monday', time_zone: expect.any(String) },
    ...{ silent_hours: 24, over_short_dollars: 10, large_refund_dollars: 50, paid_outs_dollars: 300 },
    ...{ unusual_times: 3, fixed: ['session_idle_minutes'], updated_at: null },
  });
});

test('a change takes effect at once, on this server and on another one, and is in the audit log', async () => {
  const { config: base, database } = world.app;
  const other = await createLiveConfig({ ...base, product_name: 'Canopy', given: [] }, database);
  const saved = (
    await change({
      product_name: 'Northline',
      support_url: 'mailto:help@northline.example',
      signups: 'closed',
      invitation_days: 2,
      time_zone: 'america/chicago',
      week_starts_on: 'sunday',
    })
  ).ok();
  expect(saved).toMatchObject({
    product_name: 'Northline',
    ...{ invitation_days: 2, time_zone: 'America/Chicago', week_starts_on: 'sunday' },
    fixed: ['session_idle_minutes'],
  });
  const config = (await world.nobody.call(getAppConfig, {})).ok();
  expect(config).toMatchObject({
    product_name: 'Northline',
    support_url: 'mailto:help@northline.example',
    signups: 'closed',
  });
  const body = { email: 'nora@northline.example', full_name: 'Nora New' };
  const { id } = (await world.ada.call(createUser, { body })).ok();
  const { expires_at } = (await world.ada.call(sendInvitation, { params: { id }, body: {} })).ok();
  expect(Date.parse(expires_at ?? '') - Date.now()).toBeLessThan(2 * 86_400_000 + 1000);
  const mails = await world.app.database.read.selectFrom('mail_outbox').select('subject').execute();
  expect(mails.map(({ subject }) => subject)).toContain('You are invited to Northline');
  expect(other.config.product_name).toBe('Canopy');
  await other.live.refresh();
  const { product_name, invitation_days, time_zone, week_starts_on } = other.config;
  expect([product_name, invitation_days, time_zone, week_starts_on]).toEqual([
    ...['Northline', 2, 'America/Chicago', 'sunday'],
  ]);
  const { entries } = (await world.ada.call(listAudit, { query: { action: 'settings.updated' } })).ok();
  expect(entries[0]).toMatchObject({ sentence: 'Ada Owner changed the settings of the organization' });
  expect(JSON.stringify(entries[0]?.changes)).toContain('Northline');
});

test('what a variable sets cannot be changed', async () => {
  expect((await change({ session_idle_minutes: 30 })).problem()).toMatchObject({
    status: 409,
    detail: 'SESSION_IDLE_MINUTES is set on the server, so it cannot be changed here.',
  });
  expect(world.app.config.session_idle_minutes).toBe(90);
  // Unchanged values may be sent along.
  (await change({ session_idle_minutes: 90 })).ok();
});

test('a stale change, and values out of bounds, are refused', async () => {
  const first = (await change({ invitation_days: 3 })).ok();
  (await change({ invitation_days: 4 }, first.updated_at ?? '')).ok();
  expect((await change({ invitation_days: 5 }, first.updated_at ?? '')).problem()).toMatchObject({
    status: 412,
  });
  for (const body of [
    { product_name: '' },
    { product_name: 'x'.repeat(61) },
    { support_url: 'javascript:alert(1)' },
    { signups: 'sometimes' },
    { invitation_days: 0 },
    { invitation_days: 1.5 },
    { session_idle_minutes: 4 },
    { time_zone: null },
    { time_zone: 'EST' },
    { week_starts_on: 'friday' },
    { silent_hours: 23 },
    { over_short_dollars: 12.5 },
    { large_refund_dollars: 0 },
    { paid_outs_dollars: 10_001 },
    { unusual_times: 1 },
    { unknown: 1 },
  ])
    expect([body, (await world.ada.raw('PATCH', '/api/organization', body)).status]).toEqual([body, 400]);
});
