import * as z from 'zod/mini';
import { emailKey } from './email-key.ts';
import { emailMaxLength, phoneMaxLength, tooLong } from './limits.ts';
import { hasVisibleCharacter, visible } from './visible-characters.ts';

/** Zod probes `new Function` unless set not to, which a strict CSP reports as a violation. */
z.config({ jitless: true, customError: describeType });

function describeType(issue: z.core.$ZodRawIssue) {
  if (issue.code === 'unrecognized_keys') return `Unknown member: ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_value')
    return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
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

/** What a parameter means, for the OpenAPI document. The built web app does not contain these texts (decision 10). */
export function described<S extends z.ZodMiniType>(text: string, schema: S): S {
  return withMeta(schema, { description: text });
}

/** A form that JSON Schema has a name for. Left out of the built web app, too. */
function formatted<S extends z.ZodMiniType>(format: 'uuid' | 'email' | 'date' | 'date-time', schema: S): S {
  return withMeta(schema, { format });
}

function withMeta<S extends z.ZodMiniType>(schema: S, meta: object): S {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { ...z.globalRegistry.get(schema), ...meta });
  return copy;
}

/** U+0000 and lone surrogates cannot be stored by PostgreSQL. */
const storable = z.refine<string>((value) => !value.includes('\0') && value.isWellFormed(), {
  message: 'Contains characters that cannot be stored',
});

/**
 * Trimmed before any other rule, and never cut. A text that is too long gets no other rule, because Unicode
 * normalization of a long text can block the process for seconds.
 */
export function text(max: number, ...rules: z.core.$ZodCheck<string>[]) {
  return z
    .string()
    .check(z.trim(), z.maxLength(max, { error: tooLong(max), abort: true }), storable, ...rules);
}

export function line(max: number, ...rules: z.core.$ZodCheck<string>[]) {
  return text(max, ...rules, visible, hasVisibleCharacter);
}

/** Null, blank and (on create) absent all mean 'none' and are stored as null. */
export function optionalLine(max: number) {
  return z.pipe(
    z.nullable(line(max)),
    z.transform((value: string | null) => value || null),
  );
}

export const phone = described('A phone number, in any form', optionalLine(phoneMaxLength));

const noAddress = 'Please enter a valid email address';
const special = String.raw`\s@,;:<>()[\]\\"\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}`;
/** Every dot between the labels of a domain (UTS 46). */
const dots = String.raw`.\u3002\uFF0E\uFF61`;

/**
 * Mail servers read some characters as comments, lists and routes and drop others, so one mailbox could have any number
 * of addresses. No mail server gives out an email in which they must be quoted (RFC 5322, section 3.2.3).
 */
const emailPattern = new RegExp(
  String.raw`^[^${special}]+@[^${special}${dots}]+(?:\.[^${special}${dots}]+)+$`,
  'u',
);

/** Trimmed, any alphabet, its case kept. `emailKey` decides whether two emails are the same. */
export const email = formatted(
  'email',
  text(
    emailMaxLength,
    z.regex(emailPattern, noAddress),
    ofEmail(hasPlainDomain, noAddress),
    // Of service accounts, which nobody signs in to.
    ofEmail((email) => !emailKey(email).endsWith('@service.invalid'), noAddress),
    // Some letters become two in lower case.
    ofEmail((email) => emailKey(email).length <= emailMaxLength, tooLong(emailMaxLength)),
  ),
);

/** Not `abort` in the pattern, because that would stop the rules of the whole form. */
function ofEmail(rule: (email: string) => boolean, message: string) {
  return z.refine<string>((email) => !emailPattern.test(email) || rule(email), message);
}

/** Compared in the plain form of their letters (UTS 46): 'ｓhop' is 'shop'. */
function hasPlainDomain(email: string) {
  // Thai and Lao write the vowel AM as one character, which the plain form splits.
  const domain = email.slice(email.lastIndexOf('@') + 1).replace(/[\u0E33\u0EB3]/g, '');
  return domain.normalize('NFKC').toLowerCase() === domain.normalize('NFC').toLowerCase();
}

/** Lower case, because one of the databases compares ids as text. */
export const id = formatted(
  'uuid',
  z.string().check(z.trim(), z.toLowerCase(), z.regex(z.regexes.guid, 'Must be a UUID')),
);

const isOfCalendar = z.refine<string>(
  (value) => !/\d/.test(value) || (new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ?? false),
  { message: 'There is no such day' },
);

/** YYYY-MM-DD */
export const day = formatted(
  'date',
  z
    .string()
    .check(
      z.regex(/^\d{4}-\d\d-\d\d$/, { error: 'Must be a day such as 2026-11-20', abort: true }),
      isOfCalendar,
    ),
);

export const dayWords = ['yesterday', 'today'] as const;

/** The server puts the day in the place of a word before a use case sees it (server/kernel/http/named-days.ts). */
export const dayInUrl = z.string().check(
  z.regex(/^(\d{4}-\d\d-\d\d|yesterday|today)$/, {
    error: 'Must be a day such as 2026-11-20, yesterday or today',
    abort: true,
  }),
  isOfCalendar,
);

export const idParams = z.object({ id: described('The id of the row', id) });

export const dayParams = z.extend(idParams, {
  business_date: described("The register's name for the day", dayInUrl),
});

/** Of creating. */
export const newId = described('Made by the client. A repeated one gets the first row', z.optional(id));

/** UTC ISO-8601 with milliseconds. */
export const time = z.string();

const noMoment = 'Must be a moment in ISO 8601, such as 2026-11-20T00:00:00Z';

/** Converted to the form in which times are stored. */
export const instant = z.pipe(
  formatted(
    'date-time',
    z.string().check(
      z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/, {
        error: noMoment,
        abort: true,
      }),
      z.refine(isStorableMoment, { message: noMoment }),
    ),
  ),
  z.transform((value: string) => new Date(value).toISOString()),
);

/** A zone can carry the first and the last day out of the years that have four digits. */
function isStorableMoment(value: string) {
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
}
