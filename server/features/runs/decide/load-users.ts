import { adminRole } from '../../../../contract/access/permissions.ts';
import { emailKey } from '../../../../contract/fields/fields.ts';
import { numberKey } from '../../../../contract/lists/search-key.ts';
import { displayName } from '../../../../contract/users.ts';
import { type Context, now, reader } from '../../../kernel/context.ts';
import { signInFacts } from '../../auth/accounts/account-invitations.service.ts';
import { allRoles } from '../../roles/roles.service.ts';
import { workingAdminIds } from '../../users/account/administrators.service.ts';
import { namesInScope } from '../../users/users.service.ts';
import type { AskedUser } from '../asked.ts';
import { yieldToRequests } from '../yield-to-requests.ts';
import * as repository from './decide.repository.ts';
import { idsIn } from './links.ts';
import { actorRules, ownLocations } from './load-actor.ts';
import type { UserRules, UserState } from './user-rules.ts';

interface Line {
  asked: AskedUser;
  subject_id: string | null;
}

/** Reads the users of these lines who are in scope, and the facts to decide about them, in few statements. */
export async function loadUsers(ctx: Context, lines: readonly Line[]) {
  const own = await ownLocations(ctx);
  const states = await loadStates(
    ctx,
    own,
    lines.flatMap((line) => line.subject_id ?? []),
  );
  const mayRemove = lines.some(
    ({ asked }) => asked.roles || asked.takeBack || asked.fields.is_active === false,
  );
  const workingAdmins = new Set(mayRemove && states.length > 0 ? await workingAdminIds(reader(ctx)) : []);
  await yieldToRequests(ctx);
  const rules = await loadRules(ctx, lines, states, own, workingAdmins);
  return {
    states: new Map(states.map((state) => [state.id, state])),
    rules,
    workingAdmins,
  };
}

async function loadStates(
  ctx: Context,
  own: ReadonlySet<string> | null,
  asked: readonly string[],
): Promise<UserState[]> {
  if (asked.length === 0) return [];
  const db = reader(ctx);
  const ids = [...(await namesInScope(ctx, asked)).keys()];
  const rows = await repository.listUsers(db, ids);
  await yieldToRequests(ctx);
  const roleLinks = Map.groupBy(await repository.listRoleLinks(db, ids), (link) => link.user_id);
  const locationLinks = Map.groupBy(await repository.listLocationLinks(db, ids), (link) => link.user_id);
  await yieldToRequests(ctx);
  const facts = await signInFacts(db, ids, now(ctx));
  return rows.map((row): UserState => {
    const location_ids = (locationLinks.get(row.id) ?? []).map((link) => link.id);
    return {
      ...row,
      ...facts(row.id),
      name: displayName(row),
      role_ids: (roleLinks.get(row.id) ?? []).map((link) => link.id),
      location_ids: location_ids.filter((id) => own === null || own.has(id)),
      location_count: location_ids.length,
    };
  });
}

async function loadRules(
  ctx: Context,
  lines: readonly Line[],
  states: readonly UserState[],
  own: ReadonlySet<string> | null,
  workingAdmins: ReadonlySet<string>,
): Promise<UserRules> {
  const db = reader(ctx);
  const asked = lines.map((line) => line.asked);
  const locations = await repository.listLocations(db, [
    ...new Set([
      ...asked.flatMap((line) => idsIn(line.locations)),
      ...states.flatMap((state) => state.location_ids),
    ]),
  ]);
  const roles = (await allRoles(ctx)).map((role) => {
    return [role.id, { ...role, isAdmin: role.name === adminRole }] as const;
  });
  await yieldToRequests(ctx);
  return {
    actor: actorRules(ctx),
    roles: new Map(roles),
    locations: new Map(
      locations.filter(({ id }) => own === null || own.has(id)).map((location) => [location.id, location]),
    ),
    emailHolder: await loadEmailHolders(ctx, asked, states),
    numberHolder: await loadNumberHolders(ctx, asked),
    workingAdmins,
  };
}

async function loadEmailHolders(ctx: Context, asked: readonly AskedUser[], states: readonly UserState[]) {
  const isInvited = asked.some((line) => line.invite);
  const emails = [
    ...asked.flatMap((line) => line.fields.email ?? []),
    ...(isInvited ? states.map((state) => state.email) : []),
  ];
  const { profiles, accounts } = await repository.listEmailHolders(reader(ctx), emails.map(emailKey));
  const profile = new Map(profiles.map(({ key, id }) => [key, id]));
  const account = new Map(accounts.map(({ key, id }) => [key, id]));
  return (email: string) => ({
    profile: profile.get(emailKey(email)),
    account: account.get(emailKey(email)),
  });
}

async function loadNumberHolders(ctx: Context, asked: readonly AskedUser[]) {
  const keys = asked.flatMap((line) => numberKey(line.fields.employee_number ?? null) ?? []);
  const holders = await repository.listEmployeeNumberHolders(reader(ctx), keys);
  if (holders.length === 0) return () => undefined;
  const names = await namesInScope(
    ctx,
    holders.map((holder) => holder.id),
  );
  const byKey = new Map(holders.map(({ key, id }) => [key, { id, name: names.get(id) }]));
  return (number: string) => byKey.get(numberKey(number));
}
