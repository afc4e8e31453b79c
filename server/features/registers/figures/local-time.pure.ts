const hourMs = 3_600_000;
const clockToleranceMs = 26 * hourMs;

/** Local times are compared and subtracted as they are read: they have no zone. */
export function msOf(local: string): number {
  return Date.parse(`${local}Z`);
}

export function isInFuture(local: string | null, receivedAt: string): boolean {
  return local !== null && msOf(local) > Date.parse(receivedAt) + clockToleranceMs;
}

/** The local date and time of a moment in a time zone: YYYY-MM-DDTHH:MM:SS. */
export function localTime(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`;
}
