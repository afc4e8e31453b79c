const activeDays = 90;
const dayMs = 86_400_000;

/** A product without a price book is active when it was sold since this day. */
export function activeSince(now: Date): string {
  return new Date(now.getTime() - activeDays * dayMs).toISOString().slice(0, 10);
}
