import { allPermissions, type Permission } from '../../../contract/permissions.ts';

/**
 * What a role can do, in one sentence: 'Can see assigned locations and their users, and edit users.' The permission to
 * access all locations only changes which locations the others are about; without it they are about the assigned ones.
 */
export function describePermissions(
  chosen: readonly Permission[],
  assigned: string = 'assigned locations',
): string {
  const has = (name: Permission) => chosen.includes(name);
  if (allPermissions.every(has)) return 'Can do everything at all locations.';
  const scope = has('locations.all') ? 'all locations' : assigned;
  const phrases = [
    see(has, scope),
    acts(has, [...locationActs], 'locations'),
    acts(has, [...userActs], has('users.read') ? 'users' : `users at ${scope}`),
    has('users.sessions') && 'sign users out of their devices',
    has('users.reset_factor') && 'reset the second factor of users',
    acts(has, [...assignments], '', 'assign '),
    has('roles.manage') && 'create and change roles',
    has('audit.read') && 'read the audit log',
    has('settings.read') && 'see the configuration',
    has('mail.read') && 'read stored emails',
  ].filter((phrase) => phrase !== false);
  return phrases.length === 0 ? 'Can do nothing yet.' : `Can ${joinPhrases(phrases)}.`;
}

type Has = (name: Permission) => boolean;
type Act = readonly [Permission, string];

const locationActs: readonly Act[] = [
  ['locations.create', 'open'],
  ['locations.update', 'edit'],
  ['locations.delete', 'delete'],
];
const userActs: readonly Act[] = [
  ['users.create', 'add'],
  ['users.update', 'edit'],
  ['users.deactivate', 'deactivate'],
  ['users.delete', 'delete'],
  ['users.invite', 'invite'],
];
const assignments: readonly Act[] = [
  ['users.assign_locations', 'locations'],
  ['users.assign_roles', 'roles'],
];

function see(has: Has, scope: string): string | false {
  const locations = has('locations.read');
  const users = has('users.read') && (locations ? 'their users' : `users at ${scope}`);
  const seen = [locations && scope, users, has('roles.read') && 'roles'].filter((one) => one !== false);
  return seen.length > 0 && `see ${joinWords(seen)}`;
}

/** 'add, edit, and invite users' */
function acts(has: Has, known: readonly Act[], object: string, start = ''): string | false {
  const verbs = known.flatMap(([name, verb]) => (has(name) ? [verb] : []));
  return verbs.length > 0 && `${start}${joinWords(verbs)} ${object}`.trim();
}

/** 'a', 'a and b', 'a, b, and c' */
function joinWords(words: readonly string[]) {
  return words.length < 3 ? words.join(' and ') : joinPhrases(words);
}

/** Phrases may hold an 'and', so a comma separates two of them too. */
function joinPhrases(phrases: readonly string[]) {
  return phrases
    .map((phrase, index) => (index > 0 && index === phrases.length - 1 ? `and ${phrase}` : phrase))
    .join(', ');
}
