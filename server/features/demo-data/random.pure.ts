import { createHash } from 'node:crypto';
import { uuidFrom } from '../../platform/uuid.ts';

export interface Random {
  /** 0 up to, not including, 1. */
  next(): number;
  /** Both included. */
  integer(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
}

/** mulberry32. Each row has its own key, so that it does not change when another is added before it. */
export function randomFor(key: string): Random {
  let state = digest(key).readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    pick<T>(list: readonly T[]) {
      // The index is always valid; an empty list is a bug of the caller.
      return list[integer(0, list.length - 1)] as T;
    },
  };
}

/** Unlike the numbers of any other seed. */
export function numberFor(seed: number, number: number): string {
  return seed === 1 ? String(number) : `${seed}-${number}`;
}

/** Version 8: made by an application's own rule. */
export function idFor(key: string): string {
  return uuidFrom(digest(`id ${key}`), 8);
}

function digest(key: string) {
  return createHash('sha256').update(`canopy demo data ${key}`).digest();
}

const dayMs = 86_400_000;
const opensAtMs = 12 * 3_600_000;
const openForMs = 11 * 3_600_000;

/** Fixed, so that the same seed makes the same rows on any day. */
const end = Date.UTC(2026, 9, 31);

/** Office hours (Eastern time) of the last `days` days before `end - skipDays`, cut into `count` moments. */
export interface Span {
  days: number;
  skipDays: number;
  count: number;
}

/** Times increase and are all different. */
function momentOf(index: number, jitter: number, { days, skipDays, count }: Span): Date {
  const passed = ((index + jitter) / count) * days;
  const day = Math.floor(passed);
  const start = end - (skipDays + days - day) * dayMs + opensAtMs;
  return new Date(start + Math.floor((passed - day) * openForMs));
}

export function momentFor(seed: number, what: string, index: number, span: Span): Date {
  return momentOf(index, randomFor(`${seed} ${what} ${index} moment`).next(), span);
}
