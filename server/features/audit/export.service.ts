import { type AuditEntry, type AuditFilters, auditActions } from '../../../contract/audit.ts';
import type { FieldChange } from '../../../contract/fields/field-change.ts';
import type { Authorized } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { exportTable } from '../../kernel/http/export-pages.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import { timeInFiles } from '../../platform/clock.ts';
import { findName } from './access-denials.service.ts';
import { auditScopeOf, listAudit } from './audit.service.ts';

/** Few, because reading them blocks the process. */
const rowsPerPage = 100;

const columns: Record<string, (entry: AuditEntry) => string | null> = {
  'Time (UTC)': ({ at }) => timeInFiles(at),
  Who: ({ actor }) => actor.name,
  // Users can choose somebody else's name.
  'Who (id)': ({ actor }) => actor.id,
  What: ({ sentence }) => sentence,
  Action: ({ action }) => auditActions[action as keyof typeof auditActions]?.label ?? action,
  Concerning: ({ subject }) => subject.name,
  'Concerning (id)': ({ subject }) => subject.id,
  Details: ({ changes }) => changes.map(toWords).join('; '),
  Locations: ({ locations }) => locations.map(({ name }) => name).join('; '),
  'By way of': ({ via }) => via,
  Address: ({ ip }) => ip,
  Browser: ({ user_agent }) => user_agent,
  Token: ({ token }) => token?.name ?? null,
};

/** In the reader's scope. */
export async function exportAudit(
  ctx: Authorized<'audit.read'>,
  filters: AuditFilters,
  renew: Renew<'audit.read'>,
) {
  return exportTable(ctx, {
    ...{ name: 'Audit', action: 'audit.exported', columns, renew, scopeOf: auditScopeOf },
    details: await inWords(ctx.app, filters),
    async read(ctx: Authorized<'audit.read'>, after) {
      const { entries, next } = await listAudit(ctx, { ...filters, limit: rowsPerPage, after });
      return { rows: entries, next };
    },
  });
}

/** An id says nothing to readers, and may be of a row that they do not see. */
const unknown = 'unknown';

async function inWords(app: App, { user, location, district, action, token, only, from, to }: AuditFilters) {
  const districts = await Promise.all((district ?? []).map((id) => findName(app, 'district', id)));
  return {
    ...(user && { user: (await findName(app, 'user', user)) || unknown }),
    ...(location && { location: (await findName(app, 'location', location)) || unknown }),
    ...(district && { district: districts.map((name) => name || unknown).join(', ') }),
    ...(action && { action: auditActions[action].label }),
    ...(token && { token: 'one API token' }),
    ...(only && { action: 'Changes only' }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

function toWords({ field, before, after }: FieldChange): string {
  if (before === null) return `${field}: ${after}`;
  return after === null ? `${field}: ${before}` : `${field}: ${before} → ${after}`;
}
