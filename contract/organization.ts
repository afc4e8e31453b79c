import * as z from 'zod/mini';
import { described, line, optionalLine, time } from './fields/fields.ts';
import { timeZone } from './fields/time-zone.ts';
import { endpoint } from './http/endpoint.ts';

const nameMaxLength = 60;
const linkMaxLength = 500;
const idleMinutes = { least: 5, most: 43_200 };
const invitationDays = { least: 1, most: 90 };
/** Registers send at least once a day. */
const silentHours = { least: 24, most: 720 };
const dollars = { least: 1, most: 10_000 };
const unusualTimes = { least: 2, most: 20 };

export const weekStarts = ['monday', 'sunday', 'saturday'] as const;
export type WeekStart = (typeof weekStarts)[number];

const linkMessage = 'Must be an https or mailto URL';
const isLink = z.refine<string | null>((link) => link === null || isSupportLink(link), {
  message: linkMessage,
});

/** Only what a link on the login page may lead to. */
function isSupportLink(link: string): boolean {
  return URL.canParse(link) && ['http:', 'https:', 'mailto:'].includes(new URL(link).protocol);
}

function whole(unit: string, { least, most }: { least: number; most: number }) {
  const error = `Must be a number of ${unit} from ${least} to ${most.toLocaleString('en-US')}`;
  return z.number({ error }).check(z.int({ error }), z.gte(least, { error }), z.lte(most, { error }));
}

const values = {
  product_name: described('On pages and in emails', line(nameMaxLength, z.minLength(1, 'Name is required'))),
  support_url: described('Where the login page finds help', optionalLine(linkMaxLength).check(isLink)),
  signups: described('Whether anybody may sign up', z.enum(['open', 'closed'])),
  session_idle_minutes: described(
    'Without use; null for no limit',
    z.nullable(whole('minutes', idleMinutes)),
  ),
  invitation_days: described('How long an invitation works', whole('days', invitationDays)),
  time_zone: described('Of "today", weeks and months of the chain. A location has its own', timeZone),
  week_starts_on: described('The first day of weeks', z.enum(weekStarts)),
  silent_hours: described('A register that sent nothing for longer is silent', whole('hours', silentHours)),
  over_short_dollars: described('A till that is off by more on a day is told', whole('dollars', dollars)),
  large_refund_dollars: described('One refund or void of so much is an exception', whole('dollars', dollars)),
  paid_outs_dollars: described('Paid outs of so much in a day are an exception', whole('dollars', dollars)),
  unusual_times: described(
    'Refunds, voids, corrections and no sales above so many times what is usual at a location are exceptions',
    whole('times', unusualTimes),
  ),
};

export const organizationFields = Object.keys(values) as OrganizationField[];
export type OrganizationField = keyof typeof values;

/** What an operator may also set, and then alone. */
export const variableOf = (field: OrganizationField) => field.toUpperCase();

export const organizationInput = z.strictObject(values);
export type OrganizationInput = z.infer<typeof organizationInput>;

const organization = z.object({
  ...organizationInput.shape,
  // Of the forms above, the document of the API cannot say what comes out.
  support_url: z.nullable(z.string()),
  time_zone: z.string(),
  /** Set by a variable of the server, which wins. */
  fixed: z.array(z.enum(Object.keys(values) as [OrganizationField, ...OrganizationField[]])),
  /** Null before the first change. */
  updated_at: z.nullable(time),
});
export type Organization = z.infer<typeof organization>;

export const getOrganization = endpoint('GET /api/organization', 'settings.read', {
  failure: 'Failed to load the organization',
  summary:
    'Name, support link, sign-ups, idle limit, days of invitations, time zone, week and limits of registers and exceptions, and which of them a variable sets',
  response: organization,
});

export const updateOrganization = endpoint('PATCH /api/organization', 'settings.update', {
  failure: 'Failed to save the organization',
  ifMatch: true,
  summary: 'Change them; every server follows within seconds. What a variable sets cannot be changed',
  body: z.partial(organizationInput),
  response: organization,
});
