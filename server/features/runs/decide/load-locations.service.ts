import type { Authorized } from '../../../kernel/access.ts';
import type { Holder, RuleActor } from '../../../kernel/rules.ts';
import { readLocationFacts, readNumberHolders } from '../../locations/locations.facts.service.ts';
import type { LocationRequest } from '../line-request.pure.ts';

export interface LocationRules {
  actor: RuleActor;
  numberHolder(number: string | null): Holder | undefined;
  now: Date;
}

interface Line {
  request: LocationRequest;
  subject_id: string | null;
}

/** In few statements. */
export async function loadLocations(ctx: Authorized, lines: readonly Line[]) {
  const states = await readLocationFacts(
    ctx,
    lines.flatMap((line) => line.subject_id ?? []),
  );
  const rules: LocationRules = {
    actor: ctx.actor,
    numberHolder: await readNumberHolders(
      ctx,
      lines.map((line) => line.request.fields.number),
    ),
    now: ctx.app.now(),
  };
  return { states, rules };
}
