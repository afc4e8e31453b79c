import {
  type AuditEntry,
  type AuditFilters,
  type AuditGroup,
  allAuditActions,
  auditActions,
} from '../../../contract/audit.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import { decodeMoment, encodeMoment, readPage } from '../../kernel/paging.ts';
import { listOwnLocations, listOwnOfDistricts } from '../../kernel/scope.ts';
import { deviceName } from '../../platform/device-name.ts';
import * as repository from './audit.repository.ts';
import { changesOf } from './describe-changes.pure.ts';
import { sentenceOf } from './sentences.pure.ts';

type Row = Awaited<ReturnType<typeof repository.listEntries>>[number];
type Link = Awaited<ReturnType<typeof repository.listLinks>>[number];

/**
 * Readers without access to all locations get the entries of their own, without the names of others. @throws ApiError
 * 400 for an `after` that no page returned.
 */
export async function listAudit(
  ctx: Authorized<'audit.read'>,
  { limit, after, only, district, ...filters }: AuditFilters & { limit: number; after?: string | undefined },
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const db = reader(ctx);
  const scope = await auditScopeOf(ctx);
  const position = decodeMoment('audit', after);
  const filter = {
    ...{ ...filters, scope: await findAt(ctx, scope, district) },
    ...(only && { among: changesOnly }),
  };
  const { rows, last } = await readPage(limit, (limit) =>
    repository.listEntries(db, filter, limit, position),
  );
  return {
    entries: await presentAll(ctx, scope, rows),
    next: last && encodeMoment('audit', { created_at: last.at, id: last.id }),
  };
}

/** Null without an entry. `granted_by` and its name are as in a grant. */
export async function findDeactivation(ctx: Authorized<'users.read'>, userId: string) {
  const entry = await repository.findDeactivation(reader(ctx), userId);
  if (!entry) return null;
  const { ended } = entry.details;
  return {
    at: entry.at,
    granted_by: entry.actor_id,
    granted_by_name: entry.actor_name,
    ended: Array.isArray(ended) ? ended.map(String) : [],
  };
}

const groupsOfChanges: readonly AuditGroup[] = ['Users', 'Locations', 'Roles'];
const changes = allAuditActions.filter((action) => groupsOfChanges.includes(auditActions[action].group));
const changesOnly = changes.filter((action) => !action.startsWith('invitation.'));
/** Sign-ins fill the log faster than changes do, so the search for changes ends after this time. */
const recentDays = 90;

export async function listRecentChanges(
  ctx: Authorized<'audit.read'>,
  limit: number,
  district?: readonly string[],
): Promise<AuditEntry[]> {
  const scope = await auditScopeOf(ctx);
  const from = new Date(ctx.app.now().getTime() - recentDays * 86_400_000).toISOString();
  const filter = { scope: await findAt(ctx, scope, district), from, among: changes };
  const rows = await repository.listEntries(reader(ctx), filter, limit, null);
  return presentAll(ctx, scope, rows);
}

async function presentAll(ctx: Authorized, scope: repository.AuditScope, rows: Row[]): Promise<AuditEntry[]> {
  const ids = rows.map((row) => row.id);
  const links = await repository.listLinks(reader(ctx), scope, ids);
  const byEntry = Map.groupBy(links, (link) => link.entry_id);
  return rows.map((row) => present(ctx, row, byEntry.get(row.id) ?? []));
}

export function auditScopeOf(ctx: Authorized): Promise<repository.AuditScope> {
  return listOwnLocations(reader(ctx), scopeOf(ctx));
}

/** Where entries are looked for. They also name the reader's other locations. */
async function findAt(
  ctx: Authorized,
  scope: repository.AuditScope,
  district: readonly string[] | undefined,
): Promise<repository.AuditScope> {
  return district ? listOwnOfDistricts(reader(ctx), scopeOf(ctx), district) : scope;
}

/** `links` are the locations in the reader's scope. */
function present(ctx: Authorized, row: Row, links: Link[]): AuditEntry {
  const named = (change: Link['change']) =>
    links.filter((link) => link.change === change).map((link) => link.location_name);
  const locations = { added: named('added'), removed: named('removed') };
  const { action, details } = row;
  const byNobody = row.actor_id === null && row.via === 'screen';
  const isOwn = byNobody || (row.actor_id !== null && row.actor_id === row.subject_id);
  const isSignUp = byNobody && ['user.created', 'user.claimed', 'user.roles_replaced'].includes(action);
  const isOfActor = row.actor_id !== null && row.actor_id === ctx.actor.user_id;
  const mayKnowWhere = maySeeSessions(ctx) || isOfActor;
  return {
    id: row.id,
    at: row.at,
    action,
    sentence: withToken(
      sentenceOf({
        action,
        actor: row.actor_name,
        subject: row.subject_name,
        isOwn,
        byNobody,
        details,
        locations,
      }),
      row,
    ),
    // Who signs up is nobody until then.
    actor: isSignUp
      ? { id: row.subject_id, name: row.subject_name }
      : { id: row.actor_id, name: row.actor_name },
    subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
    changes: changesOf(details, locations),
    locations: links.map((link) => ({ id: link.location_id, name: link.location_name })),
    via: row.via,
    token: row.token_id === null ? null : { id: row.token_id, name: row.token_name ?? '' },
    run_id: scopeOf(ctx).all || isOfActor ? row.run_id : null,
    ip: mayKnowWhere ? row.ip : null,
    user_agent: mayKnowWhere ? row.user_agent : null,
    device: mayKnowWhere && row.user_agent ? deviceName(row.user_agent) : null,
  };
}

const withToken = (sentence: string, { token_name }: Row) =>
  token_name === null ? sentence : `${sentence} with the token ${token_name}`;

/** The network shows from where a user signed in, so this is for readers who may see sessions. */
function maySeeSessions(ctx: Authorized): boolean {
  return scopeOf(ctx).all || ctx.actor.permissions.has('users.sessions');
}
