import { adminRole, builtInRoles, permissions as known } from '../../../contract/access/permissions.ts';
import { reasons } from '../../../contract/access/reasons.ts';
import { fold } from '../../../contract/lists/search-key.ts';
import { rolesNeedAllLocationsMessage } from '../../../contract/roles.ts';
import { mayDo } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import { holdsAll, type RuleActor, when } from '../../kernel/rules.ts';
import { ApiError } from '../../platform/http/errors.ts';

/** Nobody grants or revokes a role with permissions that they do not have. */
export function whyNotGrant(
  roles: readonly { name: string; permissions: readonly string[] }[],
  actor: RuleActor,
): string[] {
  return roles.flatMap(({ name, permissions }) =>
    when(!holdsAll(actor, permissions), reasons.roleTooHigh(name)),
  );
}

export function whyUnknownRole(ids: readonly string[], known: { has(id: string): boolean }): string[] {
  return when(
    ids.some((id) => !known.has(id)),
    reasons.unknownRole,
  );
}

/** A role applies at all locations, so `roles.manage` counts only with access to all locations. */
export function mayManageRoles(ctx: Context): boolean {
  return mayDo('manageRoles', ctx);
}

/** @throws ApiError 403 without access to all locations. */
export function requireAllLocations(ctx: Context): void {
  if (!mayManageRoles(ctx)) throw new ApiError('forbidden', rolesNeedAllLocationsMessage);
}

/** Only its duty to have a second factor can change. @throws ApiError 409 */
export function refuseAdminRoleEdit(role: { name: string }, changes: { [field: string]: unknown }): void {
  const others = Object.entries(changes).filter(
    ([field, value]) => field !== 'requires_second_factor' && value !== undefined,
  );
  if (role.name === adminRole && others.length > 0) {
    throw new ApiError(
      'conflict',
      'The role admin cannot be edited: somebody must always have every permission.',
    );
  }
}

/** Users recognize a built-in role by name and color. @throws ApiError 409 */
export function refuseBuiltInRename(
  role: { name: string; color: string | null; is_builtin: boolean },
  changes: { name?: string | undefined; color?: string | null | undefined },
): void {
  const isRenamed = changes.name !== undefined && changes.name !== role.name;
  const isRecolored = changes.color !== undefined && changes.color !== role.color;
  if (role.is_builtin && (isRenamed || isRecolored)) {
    throw new ApiError(
      'conflict',
      `The role ${role.name} is built in. Its name and color cannot be changed.`,
    );
  }
}

/** @throws ApiError 403 for a permission that the actor lacks. */
export function requireNotHigher(ctx: Context, role: { name: string }, permissions: readonly string[]): void {
  if (holdsAll(ctx.actor, permissions)) return;
  throw new ApiError(
    'forbidden',
    `You cannot edit the role ${role.name}: it has permissions that you do not have.`,
  );
}

/** @throws ApiError 403 for a permission that the actor lacks. */
export function requireOwn(ctx: Context, permissions: readonly string[]): void {
  if (holdsAll(ctx.actor, permissions)) return;
  const message = 'You can only choose permissions that you have yourself.';
  throw new ApiError('forbidden', message, { issues: [{ path: 'permissions', message }] });
}

/** Case and full-width letters make no difference. Accents do: in many languages they make another word. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/**
 * Such a name would make users look like more than they are. Case, accents, marks, punctuation and similar letters make
 * no difference. @throws ApiError 409
 */
export function refuseLookAlike(name: string): void {
  const letters = Array.from(fold(name).replace(/[^\p{L}\p{N}]/gu, ''));
  const role = builtInRoles.find((role) => readsAs(letters, role.name));
  // The exact name is refused as taken.
  if (!role || nameKey(name) === role.name) return;
  const message = `This name looks like the built-in role ${role.name}. Choose another name.`;
  throw new ApiError('conflict', message, { issues: [{ path: 'name', message }] });
}

function readsAs(letters: readonly string[], name: string): boolean {
  return (
    letters.length === name.length &&
    letters.every((letter, at) => letter === name[at] || shapes[name[at] ?? '']?.includes(letter))
  );
}

/** Letters, mostly Cyrillic and Greek, that look like the letters of the built-in names. */
const shapes: Record<string, string> = {
  ...{ a: 'аαɑᴀ', d: 'ԁɖđᴅ', e: 'еεᴇ', g: 'ɡɢ', i: 'іιıɩɪɨ', l: 'ӏłʟ', m: 'мμᴍ', n: 'пηνɴ' },
  ...{ o: 'оοøᴏ', p: 'рρᴘ', r: 'гʀ', v: 'ѵνυᴠ', w: 'ԝωᴡ', y: 'уүγυʏ' },
};

export function permissionLabels(permissions: readonly string[]): string[] {
  return permissions.map((permission) => known[permission as keyof typeof known]?.label ?? permission);
}
