import type { Person } from './authenticate.service.ts';
import type { AuthContext } from './context.ts';
import { budgets, spend } from './limits.service.ts';
import { recordWrongCode } from './second-factor-audit.ts';
import { wrongCodesMail } from './second-factor-mails.ts';

/**
 * Counts one guess before it is looked at, so that many at once cannot outrun the count. One count for all factors
 * and recovery codes of a person: more of them are not more guesses.
 * @throws AuthError 429
 */
export async function takeGuess(ctx: AuthContext, person: Person): Promise<void> {
  await spend(ctx, shortKey(person), budgets.secondFactor);
  await spend(ctx, dayKey(person), budgets.secondFactorOfDay);
}

/** A right code is no guess; whoever guesses beside the owner keeps theirs. */
export function forgiveGuess(ctx: AuthContext, person: Person): void {
  ctx.inBackground(async () => {
    await ctx.app.limits.giveBack(shortKey(person));
    await ctx.app.limits.giveBack(dayKey(person));
  });
}

/** Writes the wrong code down. Whoever sends many knows the password: then its owner hears of it, once a day. */
export async function noteWrongCode(ctx: AuthContext, person: Person): Promise<void> {
  const { limits, mailer, config, database } = ctx.app;
  const few = await limits.take(`wrong-codes:${person.user_id}`, budgets.wrongCodes);
  const mail = few.allowed
    ? null
    : await limits.take(`mail:wrong-codes:${person.user_id}`, budgets.wrongCodesMail);
  await database.write(async (tx) => {
    await recordWrongCode(tx, ctx, person);
    if (mail?.allowed) await mailer.enqueue(tx, wrongCodesMail(config, person.email));
  });
}

function shortKey({ user_id }: Person) {
  return `second-factor:${user_id}`;
}

function dayKey({ user_id }: Person) {
  return `second-factor:day:${user_id}`;
}
