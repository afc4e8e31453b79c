import type { DistrictInput } from '../../../contract/districts.ts';
import { idFor, numberFor } from './random.pure.ts';

/** Neighbors, over and over: a large one, small ones, and at the end two new locations that nobody has put into any. */
const sizes = [9, 3, 12, 34];
const inNone = 2;
const perRound = sizes.reduce((sum, size) => sum + size, inNone);
/** In each round. */
const withoutManager = 2;

/** Of a location; null for none. */
export function districtOf(locationIndex: number): number | null {
  let left = locationIndex % perRound;
  const at = sizes.findIndex((size) => {
    left -= size;
    return left < 0;
  });
  return at === -1 ? null : Math.floor(locationIndex / perRound) * sizes.length + at;
}

export function districtCount(locationCount: number): number {
  return new Set(Array.from({ length: locationCount }, (_, index) => districtOf(index) ?? 0)).size;
}

export function hasManager(index: number): boolean {
  return index % sizes.length !== withoutManager;
}

export function demoDistrict(seed: number, index: number): DistrictInput & { id: string } {
  const number = numberFor(seed, index + 1);
  return { id: idFor(`${seed} district ${index}`), name: `District ${number}`, number, manager_id: null };
}
