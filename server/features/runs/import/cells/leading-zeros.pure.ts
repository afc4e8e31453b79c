/** Longer numbers are not padded by other systems. */
const digitsMax = 10;

/** The digits of a number without zeros in front; null for a text that is more than digits. */
export function withoutZeros(number: string): string | null {
  return /^\d{1,20}$/.test(number) ? number.replace(/^0+(?=\d)/, '') : null;
}

/** The numbers that differ from this one only by zeros in front, which spreadsheets take away: 001 and 01 for 1. */
export function likeNumbers(number: string): string[] {
  const bare = withoutZeros(number);
  if (bare === null) return [];
  const lengths = Array.from(
    { length: Math.max(0, digitsMax - bare.length) + 1 },
    (_, more) => bare.length + more,
  );
  return lengths.map((length) => bare.padStart(length, '0')).filter((like) => like !== number);
}
