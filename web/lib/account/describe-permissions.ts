import { allPermissions, type Permission, permissions } from '../../../contract/access/permissions.ts';

/** 'Can see assigned locations and their users, and edit users.' Access to all only changes "assigned" to "all". */
export function describePermissions(
  chosen: readonly Permission[],
  assigned: string = 'assigned locations',
): string {
  const has = (name: Permission) => chosen.includes(name);
  if (allPermissions.every(has)) return 'Can do everything at all locations.';
  const scope = has('locations.all') ? 'all locations' : assigned;
  const groups: Group[] = [
    {
      words: {
        'locations.read': scope,
        'users.read': has('locations.read') ? 'their users' : `users at ${scope}`,
        'roles.read': 'roles',
      },
      phrase: (seen) => `see ${seen}`,
    },
    { words: locationActs, phrase: (verbs) => `${verbs} locations` },
    {
      words: userActs,
      phrase: (verbs) => `${verbs} ${has('users.read') ? 'users' : `users at ${scope}`}`,
    },
    { words: assignments, phrase: (given) => `assign ${given}` },
  ];
  // "See" comes first, the rest in the order of the permissions. The members of a group share its phrase.
  const unsaid: readonly Permission[] = [
    'locations.all',
    // Who sees locations expects their districts.
    ...(has('locations.read') ? (['districts.read'] as const) : []),
  ];
  const held = [...seeing, ...allPermissions].filter((name) => has(name) && !unsaid.includes(name));
  const phrases = [...new Set(held.map((name) => phraseOf(name, groups, has)))];
  return phrases.length === 0 ? 'Can do nothing yet.' : `Can ${joinPhrases(phrases)}.`;
}

interface Group {
  words: Words;
  phrase: (words: string) => string;
}
type Words = Partial<Record<Permission, string>>;

const seeing: readonly Permission[] = ['locations.read', 'users.read', 'roles.read'];
const locationActs: Words = {
  'locations.create': 'open',
  'locations.update': 'edit',
  'locations.delete': 'delete',
};
const userActs: Words = {
  'users.create': 'add',
  'users.update': 'edit',
  'users.deactivate': 'deactivate',
  'users.delete': 'delete',
  'users.invite': 'invite',
};
const assignments: Words = { 'users.assign_locations': 'locations', 'users.assign_roles': 'roles' };

/** Phrases that are shorter than the label, or fit "users" in the plural. */
const phrasesOfTheirOwn: Words = {
  'users.sessions': 'sign users out of their devices',
  'users.reset_factor': 'reset the second factor of users',
  'settings.read': 'see the configuration',
  'mail.read': 'read stored emails',
};

/** A permission without a phrase here is described by its label. */
function phraseOf(name: Permission, groups: readonly Group[], has: (name: Permission) => boolean): string {
  const group = groups.find(({ words }) => words[name]);
  if (!group) return phrasesOfTheirOwn[name] ?? lowerFirst(permissions[name].label);
  const words = Object.entries(group.words).flatMap(([member, word]) =>
    has(member as Permission) ? [word] : [],
  );
  return group.phrase(joinWords(words));
}

function lowerFirst(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** 'a', 'a and b', 'a, b, and c' */
function joinWords(words: readonly string[]) {
  return words.length < 3 ? words.join(' and ') : joinPhrases(words);
}

/** A phrase may contain 'and', so a comma also separates two phrases. */
function joinPhrases(phrases: readonly string[]) {
  return phrases
    .map((phrase, index) => (index > 0 && index === phrases.length - 1 ? `and ${phrase}` : phrase))
    .join(', ');
}
