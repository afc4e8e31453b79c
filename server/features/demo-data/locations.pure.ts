import type { LocationInput } from '../../../contract/fields/location-input.ts';
import { phoneIn, placeOfLocation } from './places.pure.ts';
import { idFor, numberFor, randomFor } from './random.pure.ts';

const sites: readonly [name: string, street: string][] = [
  ['Mill Road', 'Mill Road'],
  ['Airport', 'Airport Boulevard'],
  ['Turnpike', 'Turnpike Plaza'],
  ['Old Town', 'Main Street'],
  ['Orchard', 'Orchard Street'],
  ['Riverside', 'River Road'],
  ['Exit', 'Interstate Drive'],
  ['Harbor', 'Harbor Road'],
  ['Stadium', 'Stadium Drive'],
  ['University', 'College Avenue'],
  ['Depot', 'Depot Street'],
  ['Crossroads', 'County Road 9'],
  ['Union Square', 'Union Avenue'],
  ['Fairgrounds', 'Fairground Road'],
  ['North End', 'North Street'],
  ['South Gate', 'Gate Street'],
  ['Lakeview', 'Lake Shore Drive'],
  ['Hilltop', 'Summit Avenue'],
  ['Foundry', 'Foundry Lane'],
  ['Market', 'Market Street'],
  ['Bridge Street', 'Bridge Street'],
  ['Five Corners', 'State Street'],
  ['Quarry', 'Quarry Road'],
  ['Beltway', 'Ring Road'],
  ['Station', 'Railroad Avenue'],
  ['Canal', 'Canal Street'],
  ['Meadows', 'Meadow Lane'],
  ['Truck Stop', 'Route 20'],
  ['Parkway', 'Parkway East'],
  ["O'Brien's Corner", 'Elm Street'],
];

const firstNumber = 101;

export type DemoLocation = LocationInput & { id: string };

export function demoLocation(seed: number, index: number): DemoLocation {
  // An older word, because ids of existing databases come from the key.
  const key = `${seed} store ${index}`;
  const random = randomFor(key);
  const place = placeOfLocation(index);
  const [site, street] = random.pick(sites);
  const name = site === 'Exit' ? `Exit ${random.integer(1, 62)}` : site;
  return {
    id: idFor(key),
    name: `${name} ${firstNumber + index}`,
    address: `${random.integer(1, 4999)} ${street}`,
    city: place.city,
    state: place.state,
    zip: `${place.zip}${String(random.integer(1, 39)).padStart(2, '0')}`,
    phone: random.next() < 0.95 ? phoneIn(place, random) : null,
    number: numberFor(seed, firstNumber + index),
  };
}
