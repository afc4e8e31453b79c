import type { AuditAction } from '../../../../contract/audit.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import type { AuthContext } from '../protocol/context.ts';
import { asSubject, asUser } from '../sessions/acting-user.ts';
import type { User } from '../sessions/authenticate.service.ts';

type OwnAct = Extract<
  AuditAction,
  | 'session.elevated'
  | 'user.factor_added'
  | 'user.factor_removed'
  | 'user.recovery_codes_made'
  | 'user.recovery_code_used'
>;

/** Written with the change that a user makes to their own second factor; `details` never hold a code. */
export function recordFactor(
  ctx: InTransaction<AuthContext>,
  user: User,
  action: OwnAct,
  details: Record<string, unknown> = {},
): Promise<void> {
  const subject = asSubject(user);
  return audit(asUser(ctx, user), { action, subject, details, at_locations_of_subject: true });
}

/** Nobody acts here yet: the password was right, and the user is not proven. */
export function recordWrongCode(ctx: InTransaction<AuthContext>, user: User): Promise<void> {
  return audit(ctx, {
    action: 'session.refused',
    subject: asSubject(user),
    details: { reason: 'Wrong code of the second factor' },
    at_locations_of_subject: true,
  });
}
