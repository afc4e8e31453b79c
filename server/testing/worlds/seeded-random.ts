import fc from 'fast-check';

/** Like `Math.random`, but with the same numbers in every run, from the seed of the random tests (Mulberry32). */
export function seededRandom(): () => number {
  let state = fc.readConfigureGlobal().seed ?? 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
