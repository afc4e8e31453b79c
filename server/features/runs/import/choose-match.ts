import { emailKey } from '../../../../contract/fields/fields.ts';
import { fold, numberKey } from '../../../../contract/lists/search-key.ts';
import type { KeyedLocation } from '../../locations/location-keys.service.ts';
import type { KeyedUser } from '../../users/list/user-keys.service.ts';
import type { LocationKeys, Match, UserKeys } from '../asked.ts';

/**
 * The user whom a line names: by id, then employee number, then email. A user outside the scope is missing in
 * `users`, like one who does not exist.
 */
export function userMatcher(users: readonly KeyedUser[]): (keys: UserKeys) => Match {
  const byId = new Map(users.map((user) => [user.id, user]));
  const byNumber = new Map(users.map((user) => [user.employee_number_key, user]));
  const byEmail = new Map(users.map((user) => [user.email_key, user]));
  return ({ id, employee_number, email }) => {
    if (!id && !employee_number && !email) {
      return { rejected: 'The line has no id, no employee number and no email.' };
    }
    const identified = id ? byId.get(id) : undefined;
    if (id && !identified) return { rejected: 'No user has this id.' };
    const numbered = employee_number ? byNumber.get(numberKey(employee_number)) : undefined;
    const addressed = email ? byEmail.get(emailKey(email)) : undefined;
    const user = identified ?? numbered ?? addressed;
    if (!user) return { id: null };
    if (numbered && numbered.id !== user.id) {
      return {
        rejected: `The id is that of ${user.name}, but the employee number that of ${numbered.name}.`,
      };
    }
    if (addressed && addressed.id !== user.id) {
      const key = identified ? 'id' : 'employee number';
      return { rejected: `The ${key} is that of ${user.name}, but the email that of ${addressed.name}.` };
    }
    if (email && !addressed) {
      return { rejected: `${user.name} has another email. Correct the email on the page of the user.` };
    }
    return { id: user.id };
  };
}

/**
 * The location that a line names: by id, then number, then name and ZIP code together. A line with a number of its own is
 * not about a location that has another number, whatever both are called: chains give one name to several locations.
 */
export function locationMatcher(locations: readonly KeyedLocation[]): (keys: LocationKeys) => Match {
  const byId = new Map(locations.map((location) => [location.id, location]));
  const byNumber = new Map(locations.map((location) => [numberKey(location.number), location]));
  const byName = Map.groupBy(locations, placeKey);
  return ({ id, number, name, zip }) => {
    const identified = id ? byId.get(id) : undefined;
    if (id && !identified) return { rejected: 'No location has this id.' };
    const numbered = number ? byNumber.get(numberKey(number)) : undefined;
    if (identified && numbered && numbered.id !== identified.id) {
      return {
        rejected: `The id is that of ${describe(identified)}, but the number that of ${describe(numbered)}.`,
      };
    }
    const found = identified ?? numbered;
    if (found) return { id: found.id };
    if (!number && !(name && zip)) {
      return { rejected: 'The line has no id, no number, and not both a name and a ZIP code.' };
    }
    if (!name || !zip) return { id: null };
    const sameName = byName.get(placeKey({ name, zip })) ?? [];
    const named = number ? sameName.filter((location) => location.number === null) : sameName;
    const [first, second] = named;
    if (first && second) {
      return {
        rejected: `${describe(first)} and ${describe(second)} have this name and ZIP code. Use the number or the id.`,
      };
    }
    return { id: first?.id ?? null };
  };
}

function describe({ id, name, number }: KeyedLocation): string {
  return `${name} (${number ? `number ${number}` : `id ${id}`})`;
}

function placeKey({ name, zip }: { name: string; zip: string }): string {
  return JSON.stringify([name, zip].map((text) => fold(text).replace(/\s+/g, '')));
}
