import { type Authorized, systemContext } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import type { App, InTransaction } from '../../kernel/context.ts';
import { createDistrict, listDistricts, updateDistrict } from '../districts/districts.service.ts';
import { replaceUserLocations } from '../users/assign/assignments.service.ts';
import { atTime, refusedAs } from './demo-acts.service.ts';
import { demoActor } from './demo-data.repository.ts';
import { demoDistrict, districtCount, districtOf, hasManager } from './districts.pure.ts';
import { momentFor, type Span } from './random.pure.ts';
import type { DemoUser } from './users.pure.ts';

/** Those that exist, by index. */
export type Districts = Map<number | null, { id: string; isFree: boolean }>;

/** A name that the chain has already, and a deleted one, are left out. */
export async function addDemoDistricts(
  app: App,
  { seed, locations }: { seed: number; locations: number },
): Promise<Districts> {
  const wanted = Array.from({ length: districtCount(locations) }, (_, index) => demoDistrict(seed, index));
  // Before the first location.
  const span: Span = { days: 30, skipDays: 720, count: wanted.length };
  await change(systemContext(app, demoActor), {}, async (ctx) => {
    for (const [index, district] of wanted.entries()) {
      const moment = momentFor(seed, 'district', index, span);
      await refusedAs({ conflict: 'taken' }, () => createDistrict(atTime(ctx, moment), district));
    }
  });
  const known = new Map((await listDistricts(systemContext(app))).map((one) => [one.id, one]));
  return new Map(
    wanted.flatMap(({ id }, index) => {
      const found = known.get(id);
      return found ? [[index, { id, isFree: found.manager === null && hasManager(index) }] as const] : [];
    }),
  );
}

/** Its first active manager manages the district, and has it instead of single locations. */
export async function giveDistrict(
  ctx: InTransaction<Authorized>,
  { profile: { id, is_active }, roles, home }: DemoUser,
  districts: Districts,
  createdAt: Date,
): Promise<void> {
  const district = districts.get(districtOf(home));
  if (!district?.isFree || !is_active || !roles.includes('manager')) return;
  district.isFree = false;
  const at = new Date(createdAt.getTime() + 2 * 60_000);
  const chosen = { location_ids: [], district_ids: [district.id] };
  await replaceUserLocations(atTime(ctx, at), id, chosen, null);
  await updateDistrict(atTime(ctx, at), district.id, { manager_id: id }, null);
}
