import type { AuditAction } from '../../../contract/audit.ts';
import type { Notice } from './notify.ts';

/** Of an audit entry. */
interface Act {
  action: AuditAction;
  subject: { id: string | null; name: string };
  details?: Record<string, unknown>;
  locations_added?: readonly string[];
  locations_removed?: readonly string[];
  unchanged_at?: ReadonlySet<string>;
}

/** Whom an act concerns, as far as its audit entry says it. The use cases tell the rest by `notify`. */
export function noticesOf(act: Act): Notice[] {
  return [...aboutAccess(act), ...aboutLocations(act), ...aboutSecurity(act)];
}

const ownAccount = { type: 'account', id: null, name: '' } as const;

function aboutAccess({ action, subject, details, ...act }: Act): Notice[] {
  if (subject.id === null) return [];
  const notice = {
    kind: 'access_changed',
    receivers: { to: 'users', ids: [subject.id] },
    subject: ownAccount,
  } as const;
  if (action === 'user.roles_replaced') {
    const added = namesIn(details?.added, 'roles');
    const removed = namesIn(details?.removed, 'roles');
    return [{ ...notice, details: { what: 'roles', added, removed } }];
  }
  if (action === 'user.locations_replaced') {
    const districts = {
      added: namesIn(details?.added, 'districts'),
      removed: namesIn(details?.removed, 'districts'),
    };
    if (districts.added.length + districts.removed.length > 0)
      return [{ ...notice, details: { what: 'districts', ...districts } }];
    const { added, removed } = changedLocations(act);
    if (added.length + removed.length === 0) return [];
    return [{ ...notice, details: { what: 'locations', added: added.length, removed: removed.length } }];
  }
  return [];
}

function namesIn(granted: unknown, field: 'roles' | 'districts'): string[] {
  const names = ((granted ?? {}) as Record<string, unknown>)[field];
  return Array.isArray(names) ? names.map(String) : [];
}

function changedLocations({
  locations_added = [],
  locations_removed = [],
  unchanged_at,
}: Pick<Act, 'locations_added' | 'locations_removed' | 'unchanged_at'>) {
  const isChange = (id: string) => !unchanged_at?.has(id);
  return { added: locations_added.filter(isChange), removed: locations_removed.filter(isChange) };
}

function aboutLocations({ action, subject, ...act }: Act): Notice[] {
  const { id, name } = subject;
  if (action === 'location.closed' || action === 'location.reopened') {
    if (id === null) return [];
    const did = action === 'location.closed' ? 'closed' : 'reopened';
    return [
      {
        ...{ kind: 'location_closed', receivers: { to: 'locations', ids: [id] }, act: did },
        ...{ subject: { type: 'location', id, name }, details: { act: did } },
      },
    ];
  }
  if (action !== 'user.created' && action !== 'user.deleted' && action !== 'user.locations_replaced')
    return [];
  const moved = (act: 'joined' | 'left', ids: readonly string[]): Notice => ({
    ...{ kind: 'location_users', receivers: { to: 'locations', ids }, act, about_id: id },
    ...{ subject: { type: 'location', id: null, name: '' }, details: { act, name } },
  });
  const { added, removed } = changedLocations(act);
  return [moved('joined', added), moved('left', removed)];
}

/** Whether the act sends an email of its own. */
const security: Partial<Record<AuditAction, { hasOwnEmail: boolean }>> = {
  'user.password_changed': { hasOwnEmail: true },
  'user.email_changed': { hasOwnEmail: true },
  'user.email_corrected': { hasOwnEmail: true },
  'user.factor_added': { hasOwnEmail: true },
  'user.factor_removed': { hasOwnEmail: true },
  'user.factor_reset': { hasOwnEmail: true },
  'user.recovery_code_used': { hasOwnEmail: true },
  'user.provider_connected': { hasOwnEmail: true },
  'user.provider_disconnected': { hasOwnEmail: true },
  'session.replayed': { hasOwnEmail: false },
};

function aboutSecurity({ action, subject, details }: Act): Notice[] {
  const known = security[action];
  // The first password of an account changes nothing of its owner.
  if (!known || subject.id === null || details?.is_first === true) return [];
  return [
    {
      ...{ kind: 'security', receivers: { to: 'users', ids: [subject.id] }, subject: ownAccount },
      ...{ act: action, details: { what: action }, ...known },
    },
  ];
}
