import type { UserInput } from '../../../contract/fields/user-input.ts';
import { fold } from '../../../contract/lists/search-key.ts';
import { demoLocation } from './locations.pure.ts';
import { first, last } from './names.pure.ts';
import { phoneIn, placeOfLocation } from './places.pure.ts';
import { idFor, numberFor, type Random, randomFor } from './random.pure.ts';

const shareInactive = 0.07;
const shareWithoutPhone = 0.25;
/** Of users without a role, who wait for both. */
const shareWithoutLocation = 0.1;

export interface DemoUser {
  profile: UserInput & { id: string; location_ids: string[] };
  roles: string[];
}

export function demoUser(seed: number, index: number, locationCount: number): DemoUser {
  // An older word, because ids of existing databases come from the key.
  const key = `${seed} person ${index}`;
  const random = randomFor(key);
  const full_name = `${random.pick(first)} ${random.pick(last)}`;
  // The first user runs the chain.
  const roles = index === 0 ? ['admin'] : pickRoles(random);
  const home = locationCount > 0 ? random.integer(0, locationCount - 1) : 0;
  const phone = phoneIn(placeOfLocation(home), random);
  return {
    profile: {
      id: idFor(key),
      email: addressFor(full_name, index, seed),
      full_name,
      phone: random.next() < shareWithoutPhone ? null : phone,
      employee_number: numberFor(seed, 10_001 + index),
      is_active: index === 0 || random.next() >= shareInactive,
      location_ids: pickLocations(random, roles, home, locationCount).map(
        (location) => demoLocation(seed, location).id,
      ),
    },
    roles,
  };
}

function pickRoles(random: Random): string[] {
  const draw = random.next();
  if (draw < 0.0015) return ['admin'];
  if (draw < 0.075) return draw < 0.01 ? ['manager', 'viewer'] : ['manager'];
  if (draw < 0.11) return ['viewer'];
  if (draw < 0.15) return [];
  return draw < 0.165 ? ['employee', 'viewer'] : ['employee'];
}

/** Administrators have access to all locations without an assignment. */
function pickLocations(random: Random, roles: string[], home: number, locationCount: number): number[] {
  if (roles.includes('admin')) return [];
  const most = roles.includes('manager') ? 6 : roles.includes('viewer') ? 4 : random.next() < 0.8 ? 1 : 3;
  const least = roles.includes('manager') ? 2 : 1;
  const count = Math.min(random.integer(least, Math.max(least, most)), locationCount);
  if (roles.length === 0 && random.next() < shareWithoutLocation) return [];
  return Array.from({ length: count }, (_, step) => (home + step) % locationCount);
}

const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae' };

/** A reserved domain (RFC 2606). */
function addressFor(name: string, index: number, seed: number): string {
  const plain = fold(name).replace(/[øłđßæ]/g, (letter) => letters[letter] ?? '');
  const [given = '', ...family] = plain.split(' ').map((part) => part.replace(/[^a-z]/g, ''));
  const domain = seed === 1 ? 'northline.example' : `northline-${seed}.example`;
  return `${given}.${family.join('')}${index}@${domain}`;
}
