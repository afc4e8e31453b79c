import type { ExpressionBuilder } from 'kysely';
import { clockToleranceMs } from '../clock.ts';
import type * as database from '../database/database.ts';
import { isFound } from '../database/query.ts';

/** Outgoing emails. Without a mail server they are kept here. */
export interface MailOutboxTable {
  id: string;
  to_address: string;
  subject: string;
  /** Encrypted; null once delivered. */
  body: string | null;
  state: 'pending' | 'kept' | 'sent' | 'failed';
  attempts: number;
  next_attempt_at: string | null;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
}

export interface MailTables {
  mail_outbox: MailOutboxTable;
}

type Queryable = database.Queryable<MailTables>;
export type Transaction = database.Transaction<MailTables>;

/** Between two attempts. */
export const maxWaitMs = 3_600_000;
const claimMs = 60_000;

type NewEmail = Pick<MailOutboxTable, 'id' | 'to_address' | 'subject' | 'body' | 'created_at'>;
export type Outcome = Partial<Pick<MailOutboxTable, 'body' | 'next_attempt_at' | 'sent_at'>> &
  Pick<MailOutboxTable, 'state' | 'last_error'>;

/** A time beyond the longest delay is from a clock that was ahead, so it counts as due. */
function isDue(at: Date) {
  const latest = new Date(at.getTime() + maxWaitMs + clockToleranceMs).toISOString();
  return (eb: ExpressionBuilder<MailTables, 'mail_outbox'>) =>
    eb.or([eb('next_attempt_at', '<=', at.toISOString()), eb('next_attempt_at', '>', latest)]);
}

export async function insertEmail(tx: Transaction, email: NewEmail): Promise<void> {
  const { created_at } = email;
  const unsent = { state: 'pending', attempts: 0, next_attempt_at: created_at, last_error: null } as const;
  const row = { ...email, ...unsent, sent_at: null };
  await tx.insertInto('mail_outbox').values(row).execute();
}

export async function deletePending(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('mail_outbox').where('id', '=', id).where('state', '=', 'pending').execute();
}

/** False when its text is gone. */
export function requeue(tx: Transaction, id: string, next_attempt_at: string): Promise<boolean> {
  const again = { state: 'pending', attempts: 0, next_attempt_at } as const;
  const query = tx.updateTable('mail_outbox').set(again).where('id', '=', id);
  return isFound(query.where('body', 'is not', null).returning('id'));
}

export function listDue(db: Queryable, at: Date, limit: number) {
  return db
    .selectFrom('mail_outbox')
    .select('id')
    .where('state', '=', 'pending')
    .where(isDue(at))
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

/** For a minute, so that two processes do not send it twice. Undefined when it is not due. */
export function claimEmail(tx: Transaction, id: string, at: Date) {
  const next_attempt_at = new Date(at.getTime() + claimMs).toISOString();
  return tx
    .updateTable('mail_outbox')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where(isDue(at))
    .returning(['id', 'body', 'attempts', 'created_at'])
    .executeTakeFirst();
}

export async function finishEmail(tx: Transaction, id: string, outcome: Outcome): Promise<void> {
  await tx.updateTable('mail_outbox').set(outcome).where('id', '=', id).execute();
}

export async function deleteEmails(tx: Transaction, before: string): Promise<void> {
  const old = tx.deleteFrom('mail_outbox').where('created_at', '<', before);
  await old.where('state', '!=', 'pending').execute();
}

/** They keep their text, so that they can be sent again. Returns how many. */
export async function failPending(tx: Transaction, last_error: string): Promise<number> {
  const held = await tx
    .updateTable('mail_outbox')
    .set({ state: 'failed', last_error, next_attempt_at: null })
    .where('state', '=', 'pending')
    .returning('id')
    .execute();
  return held.length;
}
