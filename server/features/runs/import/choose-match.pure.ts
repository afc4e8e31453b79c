import { emailKey } from '../../../../contract/fields/email-key.ts';
import { fold, numberKey, wordKey } from '../../../../contract/lists/search-key.ts';
import type { KeyedLocation } from '../../locations/locations.facts.service.ts';
import type { KeyedUser } from '../../users/list/user-keys.service.ts';
import type { LocationKeys, Match, UserKeys } from '../line-request.pure.ts';
import { withoutZeros } from './cells/meanings.pure.ts';

/** By id, then employee number, then email. A user outside the scope is like one who does not exist. */
export function userMatcher(users: readonly KeyedUser[]): (keys: UserKeys) => Match {
  const byId = new Map(users.map((user) => [user.id, user]));
  const byNumber = new Map(users.map((user) => [user.employee_number_key, user]));
  const byEmail = new Map(users.map((user) => [user.email_key, user]));
  const byBareNumber = Map.groupBy(users, (user) => withoutZeros(userNumber(user)));
  return ({ id, employee_number, email, is_exact, full_name }) => {
    if (![id, employee_number, email].some(Boolean)) {
      return refused('The line has no id, no employee number and no email.');
    }
    const identified = find(byId, id);
    if (id && !identified) return refused('No user has this id.');
    const numbered = find(byNumber, employee_number, numberKey);
    const addressed = find(byEmail, email, emailKey);
    const user = identified ?? numbered ?? addressed;
    const near = is_exact || numbered ? [] : nearNumbers(byBareNumber, employee_number, user, userNumber);
    if (employee_number && near.length > 0)
      return likeNumber('employee_number', 'user', employee_number, near);
    if (!user) return { id: null };
    const contradiction = contradictionOf(user, { identified, numbered, addressed }, { email, full_name });
    return contradiction ? refused(contradiction) : { id: user.id };
  };
}

type Found = Record<'identified' | 'numbered' | 'addressed', KeyedUser | undefined>;

function contradictionOf(
  user: KeyedUser,
  { identified, numbered, addressed }: Found,
  { email, full_name }: { email: string | undefined; full_name: string | undefined },
): string | null {
  if (numbered && numbered.id !== user.id) {
    return `The id belongs to ${user.name}, the employee number to ${numbered.name}.`;
  }
  if (addressed && addressed.id !== user.id) {
    const key = identified ? 'id' : 'employee number';
    return `The ${key} belongs to ${user.name}, the email to ${addressed.name}.`;
  }
  // Another email alone is corrected. With another name too, somebody else would get the account.
  if (!identified && email && !addressed && full_name && wordKey(full_name) !== wordKey(user.name)) {
    return `The employee number belongs to ${user.name}, but name and email differ. If it is the same user, add a column with the id.`;
  }
  return null;
}

function find<Row, Key>(
  rows: ReadonlyMap<Key, Row>,
  value: string | undefined,
  keyOf: (value: string) => Key = (value) => value as Key,
): Row | undefined {
  return value ? rows.get(keyOf(value)) : undefined;
}

const userNumber = (user: KeyedUser) => user.employee_number_key ?? '';
const locationNumber = (location: KeyedLocation) => location.number ?? '';

/** Only that of the line's own row if it is known. */
function nearNumbers<Row extends { id: string }>(
  byBareNumber: ReadonlyMap<string | null, Row[]>,
  number: string | undefined,
  own: Row | undefined,
  numberOf: (row: Row) => string,
): string[] {
  const bare = withoutZeros(number ?? '');
  const like = (bare !== null && byBareNumber.get(bare)) || [];
  const near = own ? like.filter(({ id }) => id === own.id) : like;
  return near.slice(0, nearMax).map(numberOf);
}

const nearMax = 2;

/** Spreadsheets take zeros off the front of numbers. Nothing else tells 1 from 001. */
function likeNumber(
  column: 'number' | 'employee_number',
  noun: 'location' | 'user',
  value: string,
  near: readonly string[],
): Match {
  const what = column === 'number' ? 'number' : 'employee number';
  const text = `No ${noun} has the ${what} ${value}. Did you mean ${near.join(' or ')}?`;
  return { rejected: { text, repairs: numberRepairs(column, value, near) } };
}

export function numberRepairs(column: 'number' | 'employee_number', value: string, near: readonly string[]) {
  return [
    ...near.map((means) => ({ column, value, means, label: `Use ${means}` })),
    { column, value, means: value, label: `Keep ${value}` },
  ];
}

function refused(text: string): Match {
  return { rejected: { text, repairs: [] } };
}

/**
 * By id, then number, then name and ZIP code. Chains give one name to several locations, so a line with a number never
 * means a location with another number.
 */
export function locationMatcher(locations: readonly KeyedLocation[]): (keys: LocationKeys) => Match {
  const byId = new Map(locations.map((location) => [location.id, location]));
  const byNumber = new Map(locations.map((location) => [numberKey(location.number), location]));
  const byName = Map.groupBy(locations, placeKey);
  const byBareNumber = Map.groupBy(locations, (location) => withoutZeros(locationNumber(location)));
  return ({ id, number, name, zip, is_exact }) => {
    const identified = find(byId, id);
    if (id && !identified) return refused('No location has this id.');
    const numbered = find(byNumber, number, numberKey);
    if (identified && numbered && numbered.id !== identified.id) {
      return refused(`The id belongs to ${describe(identified)}, the number to ${describe(numbered)}.`);
    }
    const near = is_exact || numbered ? [] : nearNumbers(byBareNumber, number, identified, locationNumber);
    if (number && near.length > 0) return likeNumber('number', 'location', number, near);
    const found = identified ?? numbered;
    if (found) return { id: found.id };
    if (name && zip) return matchPlace(byName.get(placeKey({ name, zip })) ?? [], number);
    if (number) return { id: null };
    return refused('The line has no id, no number, and not both a name and a ZIP code.');
  };
}

function matchPlace(sameName: readonly KeyedLocation[], number: string | undefined): Match {
  const named = number ? sameName.filter((location) => location.number === null) : sameName;
  const [first, second] = named;
  if (first && second) {
    return refused(
      `${describe(first)} and ${describe(second)} have this name and ZIP code. Use the number or the id.`,
    );
  }
  return { id: first?.id ?? null };
}

function describe({ id, name, number }: KeyedLocation): string {
  return `${name} (${number ? `number ${number}` : `id ${id}`})`;
}

export function placeKey({ name, zip }: { name: string; zip: string }): string {
  return JSON.stringify([name, zip].map((text) => fold(text).replace(/\s+/g, '')));
}
