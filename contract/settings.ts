import * as z from 'zod/mini';
import { idParams, time } from './fields/fields.ts';
import type { ApiDocument } from './http/api-document.ts';
import { endpoint } from './http/endpoint.ts';

/** Readable before sign-in. */
export const appConfig = z.object({
  product_name: z.string(),
  product_description: z.string(),
  version: z.string(),
  support_url: z.nullable(z.string()),
  /** Also open while there is no administrator and FIRST_ADMIN_EMAIL names one. */
  signups: z.enum(['open', 'closed']),
  /** Without a mail server, an administrator passes the links of emails on. */
  sends_email: z.boolean(),
  /** The next sign-up becomes the administrator. */
  needs_first_account: z.boolean(),
  /** Null while it is off. `name` follows "Continue with". */
  company_sign_in: z.nullable(z.object({ name: z.string(), is_required: z.boolean() })),
});
export type AppConfig = z.infer<typeof appConfig>;

export const getAppConfig = endpoint('GET /api/config', 'anyone', {
  failure: 'Failed to load the configuration',
  summary: 'Product name, description, version and what the login page may offer',
  response: appConfig,
});

export const getApiDocument = endpoint('GET /api/openapi.json', 'anyone', {
  failure: 'Failed to load the description of the API',
  summary: 'This description of the API, in OpenAPI 3.1',
  response: z.looseObject({}) as z.ZodMiniType<unknown> as z.ZodMiniType<ApiDocument>,
});

export const settingGroups = ['Address', 'Email', 'Sign-in', 'Data', 'Screens'] as const;

export const setting = z.object({
  group: z.enum(settingGroups),
  /** 'Access token lifetime' */
  name: z.string(),
  /** Null for what cannot be set. */
  variable: z.nullable(z.string()),
  /** In words: '1 hour', 'Not set. Emails are kept on the server.' */
  value: z.string(),
  /** The moment that the value is of; shown before it. */
  at: z.optional(time),
  meaning: z.string(),
});
export type Setting = z.infer<typeof setting>;

export const getSettings = endpoint('GET /api/settings', 'settings.read', {
  failure: 'Failed to load the settings',
  summary: 'The settings of the app, without secrets',
  response: z.object({ settings: z.array(setting) }),
});

export const outgoingEmail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  created_at: time,
  state: z.enum(['pending', 'kept', 'sent', 'failed']),
  last_error: z.nullable(z.string()),
});
export type OutgoingEmail = z.infer<typeof outgoingEmail>;

export const listEmails = endpoint('GET /api/mails', 'mail.read', {
  failure: 'Failed to fetch emails',
  summary: 'The newest 200 outgoing emails',
  response: z.object({ mails: z.array(outgoingEmail) }),
});

/** Also when it was kept because there was no mail server. */
export const sendEmailAgain = endpoint('POST /api/mails/:id/send', 'mail.read', {
  failure: 'Failed to send the email again',
  summary: 'Send an email again that failed, is pending or was kept',
  params: idParams,
  response: outgoingEmail,
});

/** Waits for the answer of the mail server. */
export const sendTestEmail = endpoint('POST /api/mails/test', 'mail.read', {
  failure: 'Failed to send a test email',
  summary: 'Send a test email to the signed-in user, and return the answer of the mail server',
  response: z.object({ to: z.string(), is_accepted: z.boolean(), answer: z.string() }),
});

export const getEmail = endpoint('GET /api/mails/:id', 'mail.read', {
  failure: 'Failed to fetch email',
  summary: 'One email with its text, until it is sent',
  params: idParams,
  response: z.extend(outgoingEmail, { text: z.nullable(z.string()) }),
});
