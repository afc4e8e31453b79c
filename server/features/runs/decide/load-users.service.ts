import { adminRole } from '../../../../contract/access/permissions.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import type { Holder, RuleActor } from '../../../kernel/rules.ts';
import { readTogether } from '../../../platform/background/background.ts';
import { readAssignable } from '../../locations/locations.facts.service.ts';
import { allRoles } from '../../roles/roles.service.ts';
import {
  readEmailHolders,
  readNumberHolders,
  readUserFacts,
  readWorkingAdmins,
} from '../../users/users.facts.service.ts';
import type { UserRequest } from '../line-request.pure.ts';
import { idsIn } from './links.pure.ts';

export interface UserRules {
  actor: RuleActor;
  /** By id. */
  roles: ReadonlyMap<string, { name: string; permissions: readonly string[]; isAdmin: boolean }>;
  /** In scope, by id. */
  locations: ReadonlyMap<string, { name: string; closed_on: string | null }>;
  emailHolder(email: string): { profile: string | undefined; account: string | undefined };
  numberHolder(number: string | null): Holder | undefined;
  /** Without those whom the plan removes. */
  workingAdmins: ReadonlySet<string>;
}

interface Line {
  request: UserRequest;
  subject_id: string | null;
}

/** In few statements. */
export async function loadUsers(ctx: Authorized, lines: readonly Line[]) {
  const db = reader(ctx);
  const requests = lines.map((line) => line.request);
  const ids = lines.flatMap((line) => line.subject_id ?? []);
  const numbers = requests.map((line) => line.fields.employee_number);
  const mayRemove = requests.some((line) => line.roles || line.takeBack || line.fields.is_active === false);
  const [states, workingAdmins, roles, numberHolder] = await readTogether(ctx, [
    () => readUserFacts(ctx, ids),
    async () => (mayRemove && ids.length > 0 ? readWorkingAdmins(db) : new Set<string>()),
    () => allRoles(ctx),
    () => readNumberHolders(ctx, numbers),
  ]);
  const users = [...states.values()];
  const named = [
    ...requests.flatMap((line) => idsIn(line.locations)),
    ...users.flatMap((user) => user.location_ids),
  ];
  const isInvited = requests.some((line) => line.invite);
  const emails = [
    ...requests.flatMap((line) => line.fields.email ?? []),
    ...(isInvited ? users.map((user) => user.email) : []),
  ];
  const [locations, emailHolder] = await readTogether(ctx, [
    () => readAssignable(ctx, [...new Set(named)]),
    () => readEmailHolders(db, emails),
  ]);
  const rules: UserRules = {
    actor: ctx.actor,
    roles: new Map(roles.map((role) => [role.id, { ...role, isAdmin: role.name === adminRole }])),
    ...{ locations, emailHolder, numberHolder, workingAdmins },
  };
  return { states, rules, workingAdmins };
}
