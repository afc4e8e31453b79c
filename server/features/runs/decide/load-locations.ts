import { numberKey } from '../../../../contract/lists/search-key.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { listLocationRefs } from '../../locations/locations.service.ts';
import type { AskedLocation } from '../asked.ts';
import { yieldToRequests } from '../yield-to-requests.ts';
import * as repository from './decide.repository.ts';
import type { LocationRules, LocationState } from './decide-location.ts';
import { actorRules } from './load-actor.ts';

interface Line {
  asked: AskedLocation;
  subject_id: string | null;
}

/** Reads the locations of these lines that are in scope, and the facts to decide about them, in few statements. */
export async function loadLocations(ctx: Context, lines: readonly Line[]) {
  const db = reader(ctx);
  const refs = await listLocationRefs(
    ctx,
    lines.flatMap((line) => line.subject_id ?? []),
  );
  const ids = refs.map((ref) => ref.id);
  const rows = await repository.listLocations(db, ids);
  await yieldToRequests(ctx);
  const counts = new Map((await repository.countUsersAt(db, ids)).map((row) => [row.location_id, row.users]));
  const states = rows.map((row): LocationState => ({ ...row, user_count: counts.get(row.id) ?? 0 }));
  const rules: LocationRules = {
    actor: actorRules(ctx),
    numberHolder: await loadNumberHolders(ctx, lines),
    tomorrow: new Date(ctx.app.now().getTime() + 86_400_000).toISOString().slice(0, 10),
  };
  return { states: new Map(states.map((state) => [state.id, state])), rules };
}

async function loadNumberHolders(ctx: Context, lines: readonly Line[]) {
  const keys = lines.flatMap((line) => numberKey(line.asked.fields.number ?? null) ?? []);
  const holders = await repository.listNumberHolders(reader(ctx), keys);
  if (holders.length === 0) return () => undefined;
  const refs = await listLocationRefs(
    ctx,
    holders.map((holder) => holder.id),
  );
  const names = new Map(refs.map((ref) => [ref.id, ref.name]));
  const byKey = new Map(holders.map(({ key, id }) => [key, { id, name: names.get(id) }]));
  return (number: string) => byKey.get(numberKey(number));
}
