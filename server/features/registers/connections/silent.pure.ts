/** Registers send at least once a day, and keep their files for 7 to 30 days. */
export const silentMs = 24 * 3_600_000;
