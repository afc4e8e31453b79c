import { dayAt, instantOf } from '../../platform/clock.ts';

const time = '07:00';
const dayMs = 86_400_000;

/** The next 7 in the morning in the zone. */
export function nextDigest(now: Date, zone: string): Date {
  const today = instantOf(dayAt(now, zone), time, zone);
  if (today > now) return today;
  // Noon of tomorrow is tomorrow, whatever the clock does at night.
  return instantOf(dayAt(new Date(today.getTime() + dayMs + dayMs / 8), zone), time, zone);
}
