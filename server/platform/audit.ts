import { randomUUID } from 'node:crypto';
import type { Context } from './context.ts';
import { now } from './context.ts';
import type { Transaction } from './database/database.ts';

export interface AuditRecord {
  /** Noun and past participle: 'user.created', 'user.roles_replaced'. */
  action: string;
  subject: { type: 'user' | 'location' | 'role' | 'session' | 'settings'; id: string | null; name: string };
  /** What it was before and after, in words; never a secret. */
  details?: Record<string, unknown>;
  /** The stores that it concerns: their managers may read it. */
  location_ids?: readonly string[];
}

/** Writes down who did what, in the transaction of the change itself. */
export async function audit(tx: Transaction, ctx: Context, record: AuditRecord): Promise<void> {
  const id = randomUUID();
  await tx
    .insertInto('audit_entries')
    .values({
      id,
      at: now(ctx),
      actor_id: ctx.actor.user_id,
      actor_name: ctx.actor.name,
      action: record.action,
      subject_type: record.subject.type,
      subject_id: record.subject.id,
      subject_name: record.subject.name,
      details: JSON.stringify(record.details ?? {}),
      via: ctx.request.via,
      ip: ctx.request.ip,
      user_agent: ctx.request.user_agent.slice(0, 300),
    })
    .execute();
  const locations = [...new Set(record.location_ids)].map((location_id) => ({ entry_id: id, location_id }));
  for (let start = 0; start < locations.length; start += 1000) {
    await tx
      .insertInto('audit_entry_locations')
      .values(locations.slice(start, start + 1000))
      .execute();
  }
}
