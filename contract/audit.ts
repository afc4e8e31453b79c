import * as z from 'zod/mini';
import { fieldChange } from './fields/field-change.ts';
import { id, instant, time } from './fields/fields.ts';
import { auditPageDefaultRows, auditPageMaxRows } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';

/** Labels and sentences of adding, editing and deleting follow from the noun. */
export const auditedRows = {
  location: { group: 'Locations', noun: 'location' },
  role: { group: 'Roles', noun: 'role' },
  /** Only shared views are recorded. */
  view: { group: 'System', noun: 'shared view' },
  register: { group: 'Registers', noun: 'register connection' },
} as const;
type AuditedRow = keyof typeof auditedRows;

export const rowVerbs = { created: 'added', updated: 'edited', deleted: 'deleted' } as const;
export type RowAction = `${AuditedRow}.${keyof typeof rowVerbs}`;

/** As the filter offers them. Each has its sentence in the server's features/audit. */
const ownActions = {
  'user.created': { group: 'Users', label: 'User added' },
  'user.claimed': { group: 'Users', label: 'Profile claimed by its owner' },
  'user.updated': { group: 'Users', label: 'User edited' },
  'user.deactivated': { group: 'Users', label: 'User deactivated' },
  'user.activated': { group: 'Users', label: 'User activated' },
  'user.deleted': { group: 'Users', label: 'User deleted' },
  'user.roles_replaced': { group: 'Users', label: 'Roles granted or revoked' },
  'user.locations_replaced': { group: 'Users', label: 'Locations assigned or removed' },
  'invitation.sent': { group: 'Users', label: 'Invitation created' },
  'invitation.link_copied': { group: 'Users', label: 'Invite link created' },
  'invitation.cancelled': { group: 'Users', label: 'Invitation canceled' },
  'invitation.accepted': { group: 'Users', label: 'Invitation accepted' },
  'location.closed': { group: 'Locations', label: 'Location closed' },
  'location.reopened': { group: 'Locations', label: 'Location reopened' },
  'session.started': { group: 'Signing in', label: 'Signed in' },
  'session.refused': { group: 'Signing in', label: 'Sign-in failed' },
  'session.ended': { group: 'Signing in', label: 'Signed out' },
  'session.replayed': { group: 'Signing in', label: 'Session ended for security' },
  'recovery.requested': { group: 'Signing in', label: 'Password reset requested' },
  'user.email_corrected': { group: 'Users', label: 'Email corrected' },
  'user.email_change_requested': { group: 'Signing in', label: 'Email change requested' },
  'user.email_change_cancelled': { group: 'Signing in', label: 'Email change canceled' },
  'user.email_changed': { group: 'Signing in', label: 'Email changed' },
  'user.data_changed': { group: 'Signing in', label: 'Account data changed' },
  'user.password_changed': { group: 'Signing in', label: 'Password changed' },
  'session.elevated': { group: 'Signing in', label: 'Second factor entered' },
  'user.factor_added': { group: 'Signing in', label: 'Second factor set up' },
  'user.factor_removed': { group: 'Signing in', label: 'Second factor removed' },
  'user.factor_reset': { group: 'Signing in', label: 'Second factor reset' },
  'user.recovery_codes_made': { group: 'Signing in', label: 'Recovery codes made' },
  'user.recovery_code_used': { group: 'Signing in', label: 'Recovery code used' },
  'access.denied': { group: 'Access', label: 'Access denied' },
  'user.exported': { group: 'System', label: 'Users exported' },
  'location.exported': { group: 'System', label: 'Locations exported' },
  'audit.exported': { group: 'System', label: 'Audit log exported' },
  'run.planned': { group: 'Imports and bulk changes', label: 'Changes prepared' },
  'run.applied': { group: 'Imports and bulk changes', label: 'Changes started' },
  'run.canceled': { group: 'Imports and bulk changes', label: 'Changes stopped' },
  'run.failed': { group: 'Imports and bulk changes', label: 'Changes failed' },
  'run.discarded': { group: 'Imports and bulk changes', label: 'Preview discarded' },
  'run.retried': { group: 'Imports and bulk changes', label: 'Tried again' },
  'run.undo_prepared': { group: 'Imports and bulk changes', label: 'Undo prepared' },
  'register.revoked': { group: 'Registers', label: 'Register key revoked' },
  'register.department_changed': { group: 'Registers', label: 'Department of a register changed' },
  'register.day_changed': { group: 'Registers', label: 'Figures of a closed day changed' },
  'register.exported': { group: 'Registers', label: 'Sales exported' },
  'settings.keys_rotated': { group: 'System', label: 'Signing keys changed' },
  'settings.restored': { group: 'System', label: 'Backup restored' },
  'mail.sent_again': { group: 'System', label: 'Email sent again' },
  'mail.read': { group: 'System', label: 'Stored email read' },
} as const satisfies Record<string, { group: string; label: string }>;
export type OwnAction = keyof typeof ownActions;

export type AuditAction = RowAction | OwnAction;
export type AuditGroup = (typeof ownActions)[OwnAction]['group'] | (typeof auditedRows)[AuditedRow]['group'];

export const auditActions = { ...rowActions(), ...ownActions } as Record<
  AuditAction,
  { group: AuditGroup; label: string }
>;

function rowActions() {
  const actions = Object.entries(auditedRows).flatMap(([type, { group, noun }]) =>
    Object.entries(rowVerbs).map(([action, verb]) => {
      const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${verb}`;
      return [`${type}.${action}`, { group, label }] as const;
    }),
  );
  return Object.fromEntries(actions);
}

export const allAuditActions = Object.keys(auditActions) as AuditAction[];

export type AuditSubjectType = AuditedRow | 'user' | 'run' | 'settings';

export const auditEntry = z.object({
  id: z.string(),
  at: time,
  action: z.string(),
  /** With the names at that time. */
  sentence: z.string(),
  actor: z.object({ id: z.nullable(z.string()), name: z.string() }),
  subject: z.object({ type: z.string(), id: z.nullable(z.string()), name: z.string() }),
  changes: z.array(fieldChange),
  /** Only those in the reader's scope. */
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  via: z.string(),
  /** Null for readers who may not see the run. */
  run_id: z.nullable(z.string()),
  /** Null for readers who may not see from where users sign in. */
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** 'Chrome on Windows'; null when it is unknown. */
  device: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filters = {
  /** The actor or the subject. */
  user: z.optional(id),
  location: z.optional(id),
  action: z.optional(z.enum(allAuditActions, { error: 'Must be an action of the audit log' })),
  /** No sign-ins, passwords and invitations. */
  only: z.optional(z.enum(['changes'])),
  /** `from` is included, `to` is not. */
  from: z.optional(instant),
  to: z.optional(instant),
};
const auditFilters = z.strictObject(filters);
export type AuditFilters = z.infer<typeof auditFilters>;

/** Newest first; `after` is the `next` of the page before. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  permission: 'audit.read',
  failure: 'Failed to load the audit log',
  summary: 'Who did what, when and from where, at the locations in scope',
  query: z.strictObject({
    ...filters,
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(auditPageMaxRows)),
      auditPageDefaultRows,
    ),
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.object({ entries: z.array(auditEntry), next: z.nullable(z.string()) }),
});

/** Times are UTC, because the file may be read anywhere. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/audit.csv',
  permission: 'audit.read',
  failure: 'Failed to export the audit log',
  summary: 'The audit log as CSV (RFC 4180, UTF-8 with byte order mark); the export itself is recorded',
  query: auditFilters,
  download: 'text/csv; charset=utf-8',
});
