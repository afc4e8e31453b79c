import { dayAt, instantOf } from '../../../contract/fields/zone-clock.ts';
import { defaultEmailHour } from '../../../contract/notifications/notifications.ts';
import { daysBefore } from '../../platform/clock.ts';

/** As it is stored. Hours are those of the user's zone. */
export interface EmailTimes {
  email_hour: number | null;
  quiet_from: number | null;
  quiet_to: number | null;
  /** The first day with emails again. */
  paused_until: string | null;
  digest_sent_at: string | null;
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** The next time at which a clock in the zone shows this hour. */
export function nextHour(now: Date, zone: string, hour = defaultEmailHour): Date {
  const day = dayAt(now, zone);
  const today = instantOf(day, clock(hour), zone);
  if (today > now) return today;
  return instantOf(daysBefore(day, -1), clock(hour), zone);
}

/** One a day: not on the day of the last one, and not while they are paused. */
export function nextDigest(now: Date, zone: string, times: EmailTimes): Date {
  const hour = times.email_hour ?? defaultEmailHour;
  const { digest_sent_at, paused_until } = times;
  const next = nextHour(now, zone, hour);
  const isSent = digest_sent_at !== null && dayAt(new Date(digest_sent_at), zone) === dayAt(next, zone);
  const free = isSent ? nextHour(next, zone, hour) : next;
  if (paused_until === null) return free;
  const first = instantOf(paused_until, clock(hour), zone);
  return first > free ? first : free;
}

/** When emails may leave that need not come at once; null for now. */
export function heldUntil(now: Date, zone: string, times: EmailTimes): Date | null {
  const { quiet_from, quiet_to, paused_until } = times;
  const isPaused = paused_until !== null && dayAt(now, zone) < paused_until;
  const from = isPaused ? instantOf(paused_until, '00:00', zone) : now;
  if (quiet_from === null || quiet_to === null) return isPaused ? from : null;
  // It is quiet when the next end comes before the next beginning.
  const end = nextHour(from, zone, quiet_to);
  const isQuiet = end < nextHour(from, zone, quiet_from);
  return isQuiet ? end : isPaused ? from : null;
}

const followUpHour = 10;

/** When those who reported late are told, on the day of the email; null when it is too late, or quiet then. */
export function followUpAt(now: Date, zone: string, times: EmailTimes): Date | null {
  const at = nextHour(now, zone, followUpHour);
  return dayAt(at, zone) === dayAt(now, zone) && heldUntil(at, zone, times) === null ? at : null;
}
