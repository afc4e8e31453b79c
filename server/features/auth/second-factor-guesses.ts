import type { Person } from './authenticate.service.ts';
import type { AuthContext } from './context.ts';
import { deviceHash, isProvenDevice } from './devices.service.ts';
import { budgets, spend } from './limits.service.ts';
import { recordWrongCode } from './second-factor-audit.ts';
import { wrongCodesMail } from './second-factor-mails.ts';

/** A guess that was counted. A right code was none, and is forgiven. */
export interface Guess {
  forgive(): void;
}

/**
 * Counts one guess before it is looked at, so that many at once cannot outrun the count. One count for all factors
 * and recovery codes of a person: more of them are not more guesses.
 * @throws AuthError 429
 */
export async function takeGuess(ctx: AuthContext, person: Person): Promise<Guess> {
  const guesser = await guesserOf(ctx, person);
  const [shortKey, dayKey] = [`second-factor:${guesser}`, `second-factor:day:${guesser}`];
  await spend(ctx, shortKey, budgets.secondFactor);
  await spend(ctx, dayKey, budgets.secondFactorOfDay);
  return {
    forgive() {
      ctx.inBackground(async () => {
        await ctx.app.limits.giveBack(shortKey);
        await ctx.app.limits.giveBack(dayKey);
      });
    },
  };
}

/**
 * On whose budget a try counts. Whoever knows the password guesses on one that all strangers share; a browser from
 * which the person has signed in completely has its own, so that strangers never lock the owner out there. Without
 * such a browser's cookie there are as many guesses as ever, with a stolen one as many again.
 */
export async function guesserOf(ctx: AuthContext, { user_id }: Person): Promise<string> {
  return (await isProvenDevice(ctx, user_id)) ? `device:${deviceHash(user_id, ctx.device)}` : user_id;
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
