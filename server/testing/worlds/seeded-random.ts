import fc from 'fast-check';

/** The seed of the random tests, which TEST_SEED sets. */
export function testSeed(): number {
  return fc.readConfigureGlobal().seed ?? 0;
}

/** Like `Math.random`, but with the same numbers for the same seed (Mulberry32). */
export function seededRandom(seed = testSeed()): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Choices from seeded numbers. */
export function chooserOf(random: () => number) {
  const chance = (share: number) => random() < share;
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const oneOf = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('Nothing to choose from');
    return value;
  };
  const some = <T>(values: readonly T[], count: number): T[] => {
    const left = [...values];
    const chosen: T[] = [];
    while (chosen.length < count && left.length > 0) {
      chosen.push(...left.splice(Math.floor(random() * left.length), 1));
    }
    return chosen;
  };
  const uuid = () => {
    const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
  };
  return { chance, between, oneOf, some, uuid };
}
export type Chooser = ReturnType<typeof chooserOf>;
