import type { Permission } from '../../../../contract/access/permissions.ts';
import { reasons } from '../../../../contract/access/reasons.ts';

/** The facts about the actor of the run, for the decision. */
export interface ActorRules {
  user_id: string | null;
  permissions: ReadonlySet<string>;
  /** Whether the actor has access to all locations. */
  seesAll: boolean;
}

export function refusePermission(actor: ActorRules, permission: Permission): string | null {
  return actor.permissions.has(permission) ? null : reasons.notAllowed;
}
