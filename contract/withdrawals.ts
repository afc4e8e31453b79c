import * as z from 'zod/mini';
import { described, id, idParams, instant, time } from './fields/fields.ts';
import { endpoint } from './http/endpoint.ts';
import { pageOf } from './lists/list.ts';

const selection = {
  register: described('What its key sent, without files that were added by hand', z.optional(id)),
  location: described('What belongs to it. Without both, all that came in the time', z.optional(id)),
  received_from: described('When the first file came', z.optional(instant)),
  received_to: described('When the last file came; until now without it', z.optional(instant)),
};

const withdrawalInput = z.strictObject(selection);
export type WithdrawalInput = z.infer<typeof withdrawalInput>;

const withdrawal = z.object({
  id: z.string(),
  register: z.nullable(z.object({ id: z.string(), name: z.string() })),
  location: z.nullable(z.object({ id: z.string(), name: z.string() })),
  received_from: z.nullable(time),
  received_to: time,
  /** How many files, and days of locations, it took out of the figures. */
  files: z.number(),
  days: z.number(),
  created_at: time,
  created_by_name: z.string(),
  /** Null while it holds. */
  undone_at: z.nullable(time),
});
export type Withdrawal = z.infer<typeof withdrawal>;

const amount = z.nullable(z.number());
const someFigures = z.object({ revenue: amount, fuel: amount, merchandise: amount });

const changedDay = z.object({
  location_id: z.string(),
  location_name: z.string(),
  business_date: z.string(),
  /** Cents. Null when it is not known, as all of it is for a day without figures. */
  before: someFigures,
  after: someFigures,
});
export type ChangedDay = z.infer<typeof changedDay>;

/**
 * Files that count or may count: price books, and files that are refused or not understood, stay. What the feed sent is
 * withdrawn like files. Counts of stock and names of products stay.
 */
export const previewWithdrawal = endpoint('GET /api/register-withdrawals/preview', 'registers.manage', {
  failure: 'Failed to find the files',
  summary: 'How many files a withdrawal would take, and the days that it would change, newest first',
  query: z.extend(withdrawalInput, pageOf(100)),
  response: z.object({
    /** To withdraw what was shown, and nothing that came since. */
    received_to: time,
    files: z.number(),
    locations: z.number(),
    /** All that are computed anew. */
    days: z.number(),
    /** Of these days those whose figures change. A page may have none. */
    changes: z.array(changedDay),
    next: z.nullable(z.string()),
  }),
});

/** The days are computed anew before the answer, or behind it when they are many. */
export const createWithdrawal = endpoint('POST /api/register-withdrawals', 'registers.manage', {
  failure: 'Failed to withdraw the files',
  summary: 'Take received files and days of the feed out of the figures',
  body: withdrawalInput,
  response: withdrawal,
});

export const listWithdrawals = endpoint('GET /api/register-withdrawals', 'registers.manage', {
  failure: 'Failed to fetch the withdrawals',
  summary: 'Withdrawals at locations in scope, newest first, at most 50',
  response: z.object({ withdrawals: z.array(withdrawal) }),
});

/** Idempotent. What was sent again since stays as it is. */
export const undoWithdrawal = endpoint('POST /api/register-withdrawals/:id/undo', 'registers.manage', {
  failure: 'Failed to undo the withdrawal',
  summary: 'Count withdrawn files and days of the feed again',
  params: idParams,
  response: withdrawal,
});
