import { dayAt } from '../../../contract/fields/zone-clock.ts';
import { systemContext } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { createCovers } from '../covers/covers.service.ts';
import { readLocationFacts } from '../locations/locations.facts.service.ts';
import { refusedAs } from './demo-acts.service.ts';
import { demoActor } from './demo-data.repository.ts';
import { demoLocation } from './locations.pure.ts';
import { demoUser } from './users.pure.ts';

const dayMs = 86_400_000;
const covers = [
  { days: 5, reason: 'Vacation cover' },
  { days: 12, reason: 'Opening team' },
];
/** Employees have at most this many locations, side by side. */
const nextPlace = 3;

/** Two employees help out at a location near theirs. A run of another day adds those that are over by then. */
export async function addDemoCovers(
  app: App,
  { seed, locations, users }: { seed: number; locations: number; users: number },
): Promise<void> {
  if (locations <= nextPlace) return;
  const helpers = Array.from({ length: Math.min(users, 50) }, (_, index) => demoUser(seed, index, locations))
    .filter(({ profile, roles }) => profile.is_active && roles.join() === 'employee')
    .slice(0, covers.length);
  const ctx = systemContext<'users.assign_locations'>(app, demoActor);
  for (const [index, { days, reason }] of covers.entries()) {
    const helper = helpers[index];
    if (!helper) return;
    const { id } = demoLocation(seed, (helper.home + nextPlace) % locations);
    const location = (await readLocationFacts(ctx, [id])).get(id);
    if (!location) continue;
    const end = dayAt(new Date(app.now().getTime() + days * dayMs), location.time_zone);
    const cover = { user_id: helper.profile.id, location_ids: [id], ends_at: `${end}T18:00`, reason };
    // Of an earlier run, of a deleted user, or at a closed location.
    await refusedAs({ conflict: 'taken', not_found: 'taken', validation_failed: 'taken' }, () =>
      createCovers(ctx, cover),
    );
  }
}
