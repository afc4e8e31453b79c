import * as z from 'zod/mini';
import { emailMaxLength, tooLong } from './limits.ts';

/** Zod probes `new Function` unless told not to, which a strict CSP reports as a violation. */
z.config({ jitless: true, customError: describeType });

function describeType(issue: z.core.$ZodRawIssue) {
  if (issue.code === 'unrecognized_keys') return `Unknown member: ${issue.keys.join(', ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'Required' : `Must be ${nouns[issue.expected] ?? issue.expected}`;
}

const nouns: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** U+0000 and lone surrogates cannot be stored by PostgreSQL. */
const storable = z.refine<string>((value) => !value.includes('\0') && value.isWellFormed(), {
  message: 'Contains characters that cannot be stored',
});

/** Text as a person types it: trimmed before any rule, at most `max` UTF-16 units, never cut. */
export function text(max: number, ...rules: z.core.$ZodCheck<string>[]) {
  return z.string().check(z.trim(), storable, ...rules, z.maxLength(max, tooLong(max)));
}

/** Optional text: null, blank and (on create) absent all mean 'none' and are kept as null. */
export function optionalText(max: number) {
  return z.pipe(
    z.nullable(text(max)),
    z.transform((value: string | null) => value || null),
  );
}

const emailPattern = /^[^\s@,<>"\p{Cc}]+@[^\s@,<>"\p{Cc}.]+(?:\.[^\s@,<>"\p{Cc}.]+)+$/u;

/**
 * An address as typed: trimmed, any alphabet, its case kept. Whether two addresses are the same is
 * decided by the server on the lower-cased form.
 */
export const email = text(emailMaxLength, z.regex(emailPattern, 'Please enter a valid email address'));

/** A UUID, lower-cased, because one of the databases compares ids as text. */
export const id = z.string().check(z.trim(), z.toLowerCase(), z.regex(z.regexes.guid, 'Must be a UUID'));

/** UTC ISO-8601 with milliseconds. */
export const time = z.string();

const noMoment = 'Must be a moment in ISO 8601, such as 2026-11-20T00:00:00Z';

/** A moment with its zone, brought to the form in which times are stored. */
export const instant = z.pipe(
  z.string().check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/, {
      error: noMoment,
      abort: true,
    }),
    z.refine(isStorableMoment, { message: noMoment }),
  ),
  z.transform((value: string) => new Date(value).toISOString()),
);

/** A zone can carry the first and the last day out of the years that have four digits. */
function isStorableMoment(value: string) {
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
}
