import { type AuditEntry, type AuditFilters, auditActions } from '../../../contract/audit.ts';
import { auditPageMaxRows } from '../../../contract/limits.ts';
import type { Authorized } from '../../platform/access.ts';
import { audit } from '../../platform/audit.ts';
import { type App, now, transaction } from '../../platform/context.ts';
import { csvHead, csvRows } from '../../platform/csv.ts';
import { listAudit } from './audit.service.ts';
import { findName } from './names.ts';

const columns = [
  'Time (UTC)',
  'Who',
  'What',
  'Action',
  'Concerning',
  'Details',
  'Stores',
  'By way of',
  'Address',
  'Browser',
];

/**
 * The audit as the reader sees it, as a file that is read page by page while it is sent. That it was exported,
 * and with which filters, is written down before the first row leaves.
 */
export async function exportAudit(ctx: Authorized<'audit.read'>, filters: AuditFilters) {
  const details = await inWords(ctx.app, filters);
  await transaction(ctx, (tx, ctx) =>
    audit(tx, ctx, {
      action: 'audit.exported',
      subject: { type: 'settings', id: null, name: 'Audit' },
      details,
    }),
  );
  return { filename: `audit-${now(ctx).slice(0, 10)}.csv`, body: pages(ctx, filters) };
}

async function inWords(app: App, { person, location, action, from, to }: AuditFilters) {
  return {
    ...(person && { person: (await findName(app, 'user', person)) || person }),
    ...(location && { location: (await findName(app, 'location', location)) || location }),
    ...(action && { action: auditActions[action].label }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

async function* pages(ctx: Authorized<'audit.read'>, filters: AuditFilters): AsyncGenerator<string> {
  yield csvHead(columns);
  let after: string | undefined;
  do {
    const page = await listAudit(ctx, { ...filters, limit: auditPageMaxRows, after });
    if (page.entries.length > 0) yield csvRows(page.entries.map(toCells));
    after = page.next ?? undefined;
  } while (after);
}

function toCells(entry: AuditEntry): (string | null)[] {
  return [
    entry.at.replace('T', ' ').replace(/\.\d+Z$/, ''),
    entry.actor.name,
    entry.sentence,
    auditActions[entry.action as keyof typeof auditActions]?.label ?? entry.action,
    entry.subject.name,
    entry.changes.map(toWords).join('; '),
    entry.locations.map((location) => location.name).join('; '),
    entry.via,
    entry.ip,
    entry.user_agent,
  ];
}

function toWords({ field, before, after }: AuditEntry['changes'][number]): string {
  if (before === null) return `${field}: ${after}`;
  return after === null ? `${field}: ${before}` : `${field}: ${before} → ${after}`;
}
