import { adminRole, builtInRoles, permissions as known } from '../../../contract/permissions.ts';
import { rolesNeedAllLocationsMessage } from '../../../contract/roles.ts';
import { fold } from '../../../contract/search-key.ts';
import type { Context } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';

/** Whether the actor holds all of these permissions: nobody gives, takes or edits more than they have. */
export function holdsAll(ctx: Context, permissions: readonly string[]): boolean {
  return permissions.every((permission) => (ctx.actor.permissions as ReadonlySet<string>).has(permission));
}

/**
 * Whether the actor may change roles. A role applies wherever its holders work, so `roles.manage` counts only
 * together with access to all locations.
 */
export function mayManageRoles({ actor }: Context): boolean {
  return actor.permissions.has('roles.manage') && actor.permissions.has('locations.all');
}

/** @throws ApiError 403 for somebody without access to all locations. */
export function requireAllLocations(ctx: Context): void {
  if (!mayManageRoles(ctx)) throw new ApiError('forbidden', rolesNeedAllLocationsMessage);
}

/**
 * The role of the administrators stays whole, whoever asks. Only that it takes a second factor may be asked of it.
 * @throws ApiError 409
 */
export function keepAdminWhole(role: { name: string }, changes: { [field: string]: unknown }): void {
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

/**
 * The built-in roles can be told apart by name and colour wherever they appear.
 * @throws ApiError 409
 */
export function keepBuiltInFace(
  role: { name: string; color: string | null; is_builtin: boolean },
  changes: { name?: string | undefined; color?: string | null | undefined },
): void {
  const isRenamed = changes.name !== undefined && changes.name !== role.name;
  const isPainted = changes.color !== undefined && changes.color !== role.color;
  if (role.is_builtin && (isRenamed || isPainted)) {
    throw new ApiError(
      'conflict',
      `The role ${role.name} is built in. Its name and color cannot be changed.`,
    );
  }
}

/** @throws ApiError 403 for a role that allows more than the actor's own. */
export function requireNotHigher(ctx: Context, role: { name: string }, permissions: readonly string[]): void {
  if (holdsAll(ctx, permissions)) return;
  throw new ApiError(
    'forbidden',
    `You cannot edit the role ${role.name}: it has permissions that you do not have.`,
  );
}

/** @throws ApiError 403 when a permission among these is not the actor's to give. */
export function requireOwn(ctx: Context, permissions: readonly string[]): void {
  if (holdsAll(ctx, permissions)) return;
  const message = 'You can only choose permissions that you have yourself.';
  throw new ApiError('forbidden', message, { issues: [{ path: 'permissions', message }] });
}

/**
 * By this form names are compared: 'Night Lead', 'NIGHT LEAD' and full-width letters are one name. Accents
 * count, because in many languages they make another word.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/**
 * A name that reads as a built-in role's would let its holders look like more than they are. Case, accents, marks,
 * punctuation and letters of the same shape make no difference here.
 * @throws ApiError 409
 */
export function refuseLookAlike(name: string): void {
  const letters = Array.from(fold(name).replace(/[^\p{L}\p{N}]/gu, ''));
  const role = builtInRoles.find((role) => readsAs(letters, role.name));
  // The same name is simply taken.
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

/** Lower-case letters, mostly Cyrillic and Greek, that look like one of the built-in names', small or capital. */
const shapes: Record<string, string> = {
  ...{ a: 'аαɑᴀ', d: 'ԁɖđᴅ', e: 'еεᴇ', g: 'ɡɢ', i: 'іιıɩɪɨ', l: 'ӏłʟ', m: 'мμᴍ', n: 'пηνɴ' },
  ...{ o: 'оοøᴏ', p: 'рρᴘ', r: 'гʀ', v: 'ѵνυᴠ', w: 'ԝωᴡ', y: 'уүγυʏ' },
};

/** What a permission is called in the audit. */
export function wordsOf(permissions: readonly string[]): string[] {
  return permissions.map((permission) => known[permission as keyof typeof known]?.label ?? permission);
}
