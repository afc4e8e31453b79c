import type { AuditAction } from '../../../../contract/audit.ts';
import { auditUser } from '../../../kernel/audit/audit.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { actingAs, signedIn } from '../sessions/acting-user.service.ts';
import type { User } from '../sessions/authenticate.service.ts';

type FactorAction = Extract<
  AuditAction,
  | 'session.elevated'
  | 'user.factor_added'
  | 'user.factor_removed'
  | 'user.recovery_codes_made'
  | 'user.recovery_code_used'
>;

/** `details` never contain a code. */
export function recordFactor(
  ctx: InTransaction<AuthContext>,
  user: User,
  action: FactorAction,
  details: Record<string, unknown> = {},
): void {
  const self = signedIn(user);
  auditUser(actingAs(ctx, self), self, action, details);
}

/** There is no actor yet: the second factor is missing. */
export function recordWrongCode(ctx: InTransaction<AuthContext>, user: User): void {
  auditUser(ctx, signedIn(user), 'session.refused', { reason: 'Wrong code of the second factor' });
}
