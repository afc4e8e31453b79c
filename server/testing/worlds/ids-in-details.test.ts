import { expect, test } from 'vitest';
import { createUser } from '../../../contract/users.ts';
import { systemContext } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { startWorld, type World } from './world.ts';

async function record({ app }: World, details: Record<string, unknown>) {
  const subject = { type: 'settings', id: null, name: 'Settings' } as const;
  await change(systemContext(app), {}, (ctx) =>
    audit(ctx, { action: 'settings.keys_rotated', subject, details }),
  );
}

test.each([
  ['a user', (world: World) => ({ after: { inviter: world.ada.id } })],
  ['a location', (world: World) => ({ moved: [`to ${world.locations.airport.id}`] })],
])('a world fails when it is closed, if audit details name %s by id', async (_, detailsOf) => {
  const world = await startWorld();
  await record(world, detailsOf(world));
  await expect(world.close()).rejects.toMatchObject({
    errors: [
      expect.stringMatching(/^audit details of settings\.keys_rotated name a user or a location by id/),
    ],
  });
});

test('audit details may have the ids of other things, and emails with an id in them', async () => {
  const world = await startWorld();
  const other = crypto.randomUUID();
  const body = { email: `${other}@northline.example`, full_name: 'Bo Baker' };
  (await world.ada.call(createUser, { body })).ok();
  await record(world, { factor: other });
  await world.close();
});
