import type { Permission } from '../../../../contract/access/permissions.ts';
import { reasons } from '../../../../contract/access/reasons.ts';

/** Who plans or applies, for the decision. */
export interface ActorRules {
  user_id: string | null;
  permissions: ReadonlySet<string>;
  /** Access to all locations. */
  seesAll: boolean;
}

export function refusePermission(actor: ActorRules, permission: Permission): string | null {
  return actor.permissions.has(permission) ? null : reasons.notAllowed;
}
