import { randomBytes } from 'node:crypto';
import type { AuditAction, AuditSubjectType } from '../../contract/audit.ts';
import { linkEntry, linkToStoresOfSubjects } from './audit-links.ts';
import { type Context, now } from './context.ts';
import type { Transaction } from './database/database.ts';
import { prepared } from './database/prepared.ts';

export interface AuditRecord {
  action: AuditAction;
  subject: { type: AuditSubjectType; id: string | null; name: string };
  /**
   * What it was `before` and is `after`, field by field; what was `added` and `removed`; other members say
   * something about the act itself. Never a secret, and never a store: stores are linked by the members below,
   * so that a reader is shown those of their own only.
   */
  details?: Record<string, unknown>;
  /** The stores it concerns. Who may read the audit of one of them reads it; without any, only who reaches all. */
  location_ids?: readonly string[];
  /** Stores that the subject got by it, and lost by it. */
  locations_added?: readonly string[];
  locations_removed?: readonly string[];
  /** It concerns the stores that the subject, a person, has right now. */
  at_stores_of_subject?: boolean;
}

/**
 * Writes down who did what, in the transaction of the change itself. Stores are named as they are called now:
 * call it before a store is deleted.
 */
export async function audit(tx: Transaction, ctx: Context, record: AuditRecord): Promise<void> {
  const row = toRow(ctx, record);
  await insertEntry(tx, row);
  const { location_ids = [], locations_added = [], locations_removed = [] } = record;
  await linkEntry(tx, row.id, locations_added, 'added');
  await linkEntry(tx, row.id, locations_removed, 'removed');
  await linkEntry(tx, row.id, location_ids, null);
  if (record.at_stores_of_subject) await linkToStoresOfSubjects(tx, [row.id]);
}

const insertEntry = prepared((tx: Transaction, row: ReturnType<typeof toRow>) =>
  tx.insertInto('audit_entries').values(row),
);

const entriesPerStatement = 500;

/** Writes down one act that met many people, an entry for each, at the stores that each has right now. */
export async function auditPeople(
  tx: Transaction,
  ctx: Context,
  people: readonly { id: string; name: string }[],
  act: Pick<AuditRecord, 'action' | 'details'>,
): Promise<void> {
  const rows = people.map((person) => toRow(ctx, { ...act, subject: { type: 'user', ...person } }));
  for (let start = 0; start < rows.length; start += entriesPerStatement) {
    const part = rows.slice(start, start + entriesPerStatement);
    await tx.insertInto('audit_entries').values(part).execute();
    await linkToStoresOfSubjects(
      tx,
      part.map((row) => row.id),
    );
  }
}

function toRow(ctx: Context, { action, subject, details = {} }: AuditRecord) {
  const at = now(ctx);
  return {
    id: orderedId(at),
    at,
    actor_id: ctx.actor.user_id,
    actor_name: ctx.actor.name,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_name: subject.name,
    details: JSON.stringify(details),
    via: ctx.request.via,
    ip: ctx.request.ip,
    user_agent: ctx.request.user_agent.slice(0, 300),
  };
}

let written = 0;

/** A UUID of version 7 (RFC 9562) with a counter: what one transaction writes in one millisecond stays in order. */
function orderedId(at: string): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.parse(at), 0, 6);
  written = (written + 1) % 0x1000;
  bytes.writeUInt16BE(0x7000 + written, 6);
  bytes.writeUInt8(0x80 + (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
