import type { AuditAction } from '../../../../contract/audit.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { AuthContext } from '../protocol/context.ts';
import { asPerson, asSubject } from '../sessions/acting-person.ts';
import type { Person } from '../sessions/authenticate.service.ts';

type OwnAct = Extract<
  AuditAction,
  | 'session.elevated'
  | 'user.factor_added'
  | 'user.factor_removed'
  | 'user.recovery_codes_made'
  | 'user.recovery_code_used'
>;

/** Written with the change that a person makes to their own second factor; `details` never hold a code. */
export function recordFactor(
  tx: Transaction,
  ctx: AuthContext,
  person: Person,
  action: OwnAct,
  details: Record<string, unknown> = {},
): Promise<void> {
  const subject = asSubject(person);
  return audit(tx, asPerson(ctx, person), { action, subject, details, at_stores_of_subject: true });
}

/** Nobody acts here yet: the password was right, and the person is not proven. */
export function recordWrongCode(tx: Transaction, ctx: AuthContext, person: Person): Promise<void> {
  return audit(tx, ctx, {
    action: 'session.refused',
    subject: asSubject(person),
    details: { reason: 'Wrong code of the second factor' },
    at_stores_of_subject: true,
  });
}
