import * as z from 'zod/mini';
import { line } from './fields.ts';

const nameMaxLength = 60;

/** The canonical spelling of a name; null for one that `Intl` does not know. */
export function canonicalTimeZone(name: string): string | null {
  // Without a region, 'EST' would be a zone without daylight saving time.
  if (name !== 'UTC' && !/^[a-z_]+\//i.test(name)) return null;
  try {
    const zone = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    return zone === 'UTC' || isListed(zone) ? zone : null;
  } catch {
    return null;
  }
}

function isListed(zone: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(zone);
}

const noZone = 'Must be a time zone such as America/Chicago';

export const timeZone = z.pipe(
  line(
    nameMaxLength,
    z.refine((name) => canonicalTimeZone(name) !== null, { message: noZone }),
  ),
  z.transform((name: string) => canonicalTimeZone(name) ?? name),
);

/** Of a form: blank for the one that follows from the address. */
export const optionalTimeZone = z.pipe(
  line(
    nameMaxLength,
    z.refine((name) => name === '' || canonicalTimeZone(name) !== null, { message: noZone }),
  ),
  z.transform((name: string) => canonicalTimeZone(name) ?? undefined),
);
