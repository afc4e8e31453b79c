import * as z from 'zod/mini';
import type { ChangeList } from './changes.ts';
import { fieldChange } from './fields/field-change.ts';
import { described, id, instant, time } from './fields/fields.ts';
import { auditPageDefaultRows, auditPageMaxRows } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import { pageOf } from './lists/list.ts';
import { districtIds } from './sales-selection.ts';

/** Labels and sentences of adding, editing and deleting follow from the noun. `changes` as of `ownActions`. */
export const auditedRows = {
  location: { group: 'Locations', noun: 'location', changes: ['locations'] },
  role: { group: 'Roles', noun: 'role', changes: ['roles'] },
  district: { group: 'Districts', noun: 'district', changes: ['districts'] },
  /** Only shared views are recorded. */
  view: { group: 'System', noun: 'shared view', changes: ['views'] },
  register: { group: 'Registers', noun: 'register connection', changes: ['registers'] },
  stock: { group: 'Registers', noun: 'stock item', changes: ['registers'] },
} as const satisfies Record<string, DescribedRow>;
interface Described {
  group: string;
  /** In the change log: none for what changes no row. */
  changes: readonly ChangeList[];
}
/** Rows are shown somewhere, so that somebody follows them. */
interface DescribedRow extends Described {
  noun: string;
  changes: readonly [ChangeList, ...ChangeList[]];
}
type AuditedRow = keyof typeof auditedRows;

export const rowVerbs = { created: 'added', updated: 'edited', deleted: 'deleted' } as const;
export type RowAction = `${AuditedRow}.${keyof typeof rowVerbs}`;

const none: readonly ChangeList[] = [];
const user: readonly ChangeList[] = ['users'];
const sessions: readonly ChangeList[] = ['sessions'];
/** What counts in `user_count` and `manager_count`, also of districts. */
const staff: readonly ChangeList[] = ['users', 'locations', 'districts'];
const runs: readonly ChangeList[] = ['runs'];
/** Service accounts are read with them. */
const settings: readonly ChangeList[] = ['settings'];
/** Their figures follow by themselves. */
const registers: readonly ChangeList[] = ['registers'];

/**
 * As the filter offers them. Each has its sentence in the server's features/audit. `changes` are the lists whose rows it
 * changes: of `users`, `roles` and `views` the subject, of `locations` those that are linked to the entry, of
 * `sessions` those of the subject, of `runs` those of its creator. `settings` have no rows.
 */
const ownActions = {
  'user.created': { group: 'Users', label: 'User added', changes: staff },
  'user.claimed': { group: 'Users', label: 'Profile claimed by its owner', changes: staff },
  'user.updated': { group: 'Users', label: 'User edited', changes: user },
  'user.deactivated': { group: 'Users', label: 'User deactivated', changes: [...staff, ...sessions] },
  'user.activated': { group: 'Users', label: 'User activated', changes: staff },
  'user.deleted': { group: 'Users', label: 'User deleted', changes: staff },
  'user.roles_replaced': { group: 'Users', label: 'Roles granted or revoked', changes: staff },
  'user.locations_replaced': { group: 'Users', label: 'Locations assigned or removed', changes: staff },
  'cover.granted': { group: 'Users', label: 'Cover granted', changes: user },
  'cover.extended': { group: 'Users', label: 'End of a cover moved', changes: user },
  'cover.ended': { group: 'Users', label: 'Cover ended', changes: user },
  'cover.started': { group: 'Users', label: 'Cover started', changes: user },
  'cover.expired': { group: 'Users', label: 'Cover expired', changes: user },
  'invitation.sent': { group: 'Users', label: 'Invitation created', changes: user },
  'invitation.link_copied': { group: 'Users', label: 'Invite link created', changes: user },
  'invitation.cancelled': { group: 'Users', label: 'Invitation canceled', changes: user },
  'invitation.failed': { group: 'Users', label: 'Invitation not delivered', changes: user },
  'invitation.accepted': { group: 'Users', label: 'Invitation accepted', changes: user },
  'location.closed': { group: 'Locations', label: 'Location closed', changes: ['locations'] },
  'location.reopened': { group: 'Locations', label: 'Location reopened', changes: ['locations'] },
  'location.moved': {
    group: 'Locations',
    label: 'Location moved to another district',
    changes: ['locations', 'districts'],
  },
  'session.started': { group: 'Signing in', label: 'Signed in', changes: [...user, ...sessions] },
  'session.refused': { group: 'Signing in', label: 'Sign-in failed', changes: none },
  'session.ended': { group: 'Signing in', label: 'Signed out', changes: sessions },
  'session.replayed': { group: 'Signing in', label: 'Session ended for security', changes: sessions },
  'recovery.requested': { group: 'Signing in', label: 'Password reset requested', changes: none },
  'user.email_corrected': { group: 'Users', label: 'Email corrected', changes: user },
  'user.email_change_requested': { group: 'Signing in', label: 'Email change requested', changes: user },
  'user.email_change_cancelled': { group: 'Signing in', label: 'Email change canceled', changes: user },
  'user.email_changed': { group: 'Signing in', label: 'Email changed', changes: user },
  'user.data_changed': { group: 'Signing in', label: 'Account data changed', changes: none },
  'user.password_changed': { group: 'Signing in', label: 'Password changed', changes: sessions },
  'session.elevated': { group: 'Signing in', label: 'Second factor entered', changes: sessions },
  'user.factor_added': {
    group: 'Signing in',
    label: 'Second factor set up',
    changes: [...user, ...sessions],
  },
  'user.factor_removed': {
    group: 'Signing in',
    label: 'Second factor removed',
    changes: [...user, ...sessions],
  },
  'user.factor_reset': { group: 'Signing in', label: 'Second factor reset', changes: [...user, ...sessions] },
  'user.provider_connected': { group: 'Signing in', label: 'Company sign-in connected', changes: user },
  'user.provider_disconnected': { group: 'Signing in', label: 'Company sign-in disconnected', changes: user },
  'user.recovery_codes_made': { group: 'Signing in', label: 'Recovery codes made', changes: none },
  'user.recovery_code_used': { group: 'Signing in', label: 'Recovery code used', changes: none },
  'token.created': { group: 'Signing in', label: 'API token made', changes: none },
  'token.renewed': { group: 'Signing in', label: 'API token renewed', changes: none },
  'token.ended': { group: 'Signing in', label: 'API token ended', changes: none },
  'service.created': { group: 'Signing in', label: 'Service account made', changes: settings },
  'service.updated': { group: 'Signing in', label: 'Service account edited', changes: settings },
  'service.deactivated': { group: 'Signing in', label: 'Service account deactivated', changes: settings },
  'service.activated': { group: 'Signing in', label: 'Service account activated', changes: settings },
  'access.denied': { group: 'Access', label: 'Access denied', changes: none },
  'user.exported': { group: 'System', label: 'Users exported', changes: none },
  'location.exported': { group: 'System', label: 'Locations exported', changes: none },
  'access.exported': { group: 'System', label: 'Access exported', changes: none },
  'audit.exported': { group: 'System', label: 'Audit log exported', changes: none },
  'run.planned': { group: 'Imports and bulk changes', label: 'Changes prepared', changes: runs },
  'run.applied': { group: 'Imports and bulk changes', label: 'Changes started', changes: runs },
  'run.canceled': { group: 'Imports and bulk changes', label: 'Changes stopped', changes: runs },
  'run.failed': { group: 'Imports and bulk changes', label: 'Changes failed', changes: runs },
  'run.discarded': { group: 'Imports and bulk changes', label: 'Preview discarded', changes: runs },
  'run.retried': { group: 'Imports and bulk changes', label: 'Tried again', changes: runs },
  'run.undo_prepared': { group: 'Imports and bulk changes', label: 'Undo prepared', changes: runs },
  'register.revoked': { group: 'Registers', label: 'Register key revoked', changes: registers },
  'register.key_replaced': { group: 'Registers', label: 'Register key replaced', changes: registers },
  'register.files_withdrawn': { group: 'Registers', label: 'Register files withdrawn', changes: registers },
  'register.withdrawal_undone': {
    group: 'Registers',
    label: 'Withdrawal of files undone',
    changes: registers,
  },
  'register.department_changed': {
    group: 'Registers',
    label: 'Department of a register changed',
    changes: registers,
  },
  'register.department_decided': {
    group: 'Registers',
    label: 'Department decided for the chain',
    changes: none,
  },
  'register.day_changed': {
    group: 'Registers',
    label: 'Figures of a closed day changed',
    changes: none,
  },
  'register.day_noted': { group: 'Registers', label: 'Note of a day changed', changes: none },
  'register.exception_seen': { group: 'Registers', label: 'Exception seen', changes: none },
  'register.grade_named': { group: 'Registers', label: 'Grade of fuel named', changes: registers },
  'register.exported': { group: 'Registers', label: 'Sales exported', changes: none },
  'sales_import.applied': { group: 'Registers', label: 'Sales imported', changes: none },
  'sales_import.undone': { group: 'Registers', label: 'Import of sales undone', changes: none },
  'stock.exported': { group: 'Registers', label: 'Stock exported', changes: none },
  'settings.keys_rotated': { group: 'System', label: 'Signing keys changed', changes: none },
  'settings.restored': { group: 'System', label: 'Backup restored', changes: none },
  'settings.updated': { group: 'System', label: 'Organization changed', changes: ['settings'] },
  'settings.company_sign_in': { group: 'System', label: 'Company sign-in set up', changes: ['settings'] },
  'mail.sent_again': { group: 'System', label: 'Email sent again', changes: none },
  'mail.read': { group: 'System', label: 'Stored email read', changes: none },
} as const satisfies Record<string, Described & { label: string }>;
export type OwnAction = keyof typeof ownActions;

export type AuditAction = RowAction | OwnAction;
export type AuditGroup = (typeof ownActions)[OwnAction]['group'] | (typeof auditedRows)[AuditedRow]['group'];

interface DescribedAction extends Described {
  group: AuditGroup;
  label: string;
}

export const auditActions: Record<AuditAction, DescribedAction> = { ...rowActions(), ...ownActions };

function rowActions() {
  const actions = {} as Record<RowAction, DescribedAction>;
  for (const [type, { group, noun, changes }] of entriesOf(auditedRows)) {
    for (const [action, verb] of entriesOf(rowVerbs)) {
      const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${verb}`;
      actions[`${type}.${action}`] = { group, label, changes };
    }
  }
  return actions;
}

function entriesOf<Row extends object>(row: Row) {
  return Object.entries(row) as [keyof Row, Row[keyof Row]][];
}

export const allAuditActions = Object.keys(auditActions) as AuditAction[];

export type AuditSubjectType = AuditedRow | 'user' | 'run' | 'settings' | 'cover' | 'service_account';

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
  /** The API token with which it was done, with its name at that time. */
  token: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Null for readers who may not see from where users sign in. */
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** 'Chrome on Windows'; null when it is unknown. */
  device: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filters = {
  user: described('The actor or the subject', z.optional(id)),
  location: described('Linked to the entry', z.optional(id)),
  /** By the locations that are in them now. */
  district: z.optional(districtIds),
  action: described(
    'What was done',
    z.optional(z.enum(allAuditActions, { error: 'Must be an action of the audit log' })),
  ),
  token: described('Done with this API token', z.optional(id)),
  only: described('No sign-ins, passwords and invitations', z.optional(z.enum(['changes']))),
  from: described('From this moment on', z.optional(instant)),
  to: described('Before this moment', z.optional(instant)),
};
const auditFilters = z.strictObject(filters);
export type AuditFilters = z.infer<typeof auditFilters>;
/** As a URL has them. */
export type AuditQuery = z.input<typeof auditFilters>;

/** Newest first. */
export const listAudit = endpoint('GET /api/audit', 'audit.read', {
  failure: 'Failed to load the audit log',
  summary: 'Who did what, when and from where, at the locations in scope',
  query: z.strictObject({
    ...filters,
    ...pageOf(auditPageMaxRows, auditPageDefaultRows),
  }),
  response: z.object({ entries: z.array(auditEntry), next: z.nullable(z.string()) }),
});

/** Times are UTC, because the file may be read anywhere. */
export const exportAudit = endpoint('GET /api/audit.csv', 'audit.read', {
  failure: 'Failed to export the audit log',
  summary: 'The audit log as CSV (RFC 4180, UTF-8 with byte order mark); the export itself is recorded',
  query: auditFilters,
  download: 'text/csv; charset=utf-8',
});
