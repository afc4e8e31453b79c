import type { Requirement } from '../../../contract/access/permissions.ts';
import type { ProblemCode } from '../../../contract/http/errors.ts';
import { type Authorized, systemContext } from '../../kernel/access.ts';
import type { InTransaction } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { demoActor } from './demo-data.repository.ts';

/** A refusal comes before anything is written, so the transaction can continue. */
export async function refusedAs<Meaning extends string>(
  meanings: Partial<Record<ProblemCode, Meaning>>,
  create: () => Promise<unknown>,
): Promise<Meaning | 'added'> {
  try {
    await create();
    return 'added';
  } catch (error) {
    const meaning = error instanceof ApiError ? meanings[error.code] : undefined;
    if (!meaning) throw error;
    return meaning;
  }
}

/** As if the use case ran then. */
export function atTime<R extends Requirement>(
  ctx: InTransaction<Authorized>,
  at: Date,
): Authorized<R> & InTransaction {
  return { ...systemContext<R>({ ...ctx.app, now: () => at }, demoActor), tx: ctx.tx };
}
