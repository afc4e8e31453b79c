import { auditedRows, type OwnAction, rowVerbs } from '../../../contract/audit.ts';
import { list, namesIn } from './describe-changes.pure.ts';

export interface Entry {
  action: string;
  actor: string;
  subject: string;
  /** Or nobody was signed in. */
  isOwn: boolean;
  /** Nobody was signed in: the entry is the result of a sign-up. */
  byNobody: boolean;
  details: Record<string, unknown>;
  /** In the reader's scope. */
  locations: { added: string[]; removed: string[] };
}

export function sentenceOf(entry: Entry): string {
  const describe = sentences[entry.action as OwnAction] as ((entry: Entry) => string) | undefined;
  if (describe) return describe(entry);
  const [type = '', action = ''] = entry.action.split('.');
  const row = auditedRows[type as keyof typeof auditedRows] as { noun: string } | undefined;
  const verb = rowVerbs[action as keyof typeof rowVerbs] as string | undefined;
  if (row && verb) return `${entry.actor} ${verb} the ${row.noun} ${entry.subject}`;
  // An action that this version does not know.
  return `${entry.actor}: ${entry.action} (${entry.subject})`;
}

/** A missing sentence does not compile. */
const sentences: Record<OwnAction, (entry: Entry) => string> = {
  'user.created': ({ actor, subject, isOwn, locations, details }) =>
    isOwn
      ? `${subject} joined by signing ${through(details, 'up')}`
      : `${actor} added ${subject}${at(locations.added)}`,
  'user.claimed': ({ subject }) => `${subject} proved the email and took over the profile made for it`,
  'user.updated': ({ actor, subject, isOwn }) =>
    isOwn ? `${actor} edited their own profile` : `${actor} edited ${subject}`,
  'user.deactivated': ({ actor, subject }) => `${actor} deactivated ${subject}`,
  'user.activated': ({ actor, subject }) => `${actor} activated ${subject}`,
  'user.deleted': ({ actor, subject }) => `${actor} deleted ${subject}`,
  'user.roles_replaced': describeRoles,
  'user.locations_replaced': describeLocations,
  'cover.granted': ({ actor, subject, details, locations: { added } }) =>
    `${actor} let ${subject} cover ${list(added, 'locations')}${since(details)} until ${String(details.until)}`,
  'cover.extended': ({ actor, subject, details, locations: { added } }) =>
    `${actor} moved the end of the cover of ${list(added, 'locations')} by ${subject} from ${String(details.before)} to ${String(details.until)}`,
  'cover.ended': ({ actor, subject, details, locations: { removed } }) =>
    `${actor} ${details.is_upcoming ? 'canceled' : 'ended'} the cover of ${list(removed, 'locations')} by ${subject}`,
  'cover.started': ({ subject, locations: { added } }) =>
    `The cover of ${list(added, 'locations')} by ${subject} started`,
  'cover.expired': ({ subject, locations: { removed } }) =>
    `The cover of ${list(removed, 'locations')} by ${subject} expired`,
  'invitation.sent': ({ actor, subject, details }) =>
    details.to ? `${actor} invited ${subject} by email` : `${actor} created an invitation for ${subject}`,
  'invitation.link_copied': ({ actor, subject }) => `${actor} created an invite link for ${subject}`,
  'invitation.cancelled': ({ actor, subject }) => `${actor} canceled the invitation of ${subject}`,
  'invitation.failed': ({ subject }) => `The invitation of ${subject} could not be delivered`,
  'invitation.accepted': ({ subject }) => `${subject} accepted the invitation`,
  'location.closed': ({ actor, subject }) => `${actor} closed the location ${subject}`,
  'location.reopened': ({ actor, subject }) => `${actor} reopened the location ${subject}`,
  'location.moved': describeMove,
  'session.started': ({ subject, details }) => `${subject} signed ${through(details, 'in')}`,
  'session.refused': ({ subject, details }) =>
    details.attempts
      ? `${more(details.attempts, 'attempt')} to sign in${subject && ` as ${subject}`} failed${from(subject)}`
      : `Failed sign-in for ${subject}`,
  'session.ended': ({ actor, subject, isOwn, details }) =>
    isOwn ? `${subject} signed out` : `${details.by ? String(details.by) : actor} signed ${subject} out`,
  'session.replayed': ({ subject }) =>
    `A session of ${subject} was ended because its refresh token was used twice`,
  'recovery.requested': ({ subject, details }) =>
    details.attempts
      ? `${more(details.attempts, 'request')} for a new password${subject && ` for ${subject}`} came${from(subject)}`
      : `Password reset requested for ${subject}`,
  'user.email_corrected': ({ actor, subject }) => `${actor} corrected the email of ${subject}`,
  'user.email_change_requested': ({ actor, subject, isOwn }) =>
    isOwn ? `${actor} asked to change their email` : `${actor} asked to change the email of ${subject}`,
  'user.email_change_cancelled': ({ actor, subject, isOwn }) =>
    isOwn ? `${actor} canceled their email change` : `${actor} canceled the email change of ${subject}`,
  'user.email_changed': ({ subject }) => `${subject} changed their email`,
  'user.data_changed': ({ subject }) => `${subject} changed the data of their account`,
  'user.password_changed': ({ subject, details }) =>
    `${subject} ${details.is_first ? 'chose' : 'changed'} their password`,
  'session.elevated': ({ subject }) => `${subject} entered the second factor`,
  'user.factor_added': ({ subject }) => `${subject} set up a second factor`,
  'user.factor_removed': ({ subject }) => `${subject} removed a second factor`,
  'user.factor_reset': ({ actor, subject }) => `${actor} reset the second factor of ${subject}`,
  'user.provider_connected': ({ subject, details }) => `${subject} connected ${String(details.provider)}`,
  'user.provider_disconnected': ({ subject, details }) =>
    `${subject} disconnected ${String(details.provider)}`,
  'user.recovery_codes_made': ({ subject }) => `${subject} made new recovery codes`,
  'user.recovery_code_used': ({ subject }) => `${subject} signed in with a recovery code`,
  'token.created': (entry) => `${entry.actor} made the API token ${ofAccount(entry)}`,
  'token.renewed': (entry) => `${entry.actor} renewed the API token ${ofAccount(entry)}`,
  'token.ended': (entry) => `${entry.actor} ended the API token ${ofAccount(entry)}`,
  'service.created': ({ actor, subject }) => `${actor} made the service account ${subject}`,
  'service.updated': ({ actor, subject }) => `${actor} edited the service account ${subject}`,
  'service.deactivated': ({ actor, subject }) => `${actor} deactivated the service account ${subject}`,
  'service.activated': ({ actor, subject }) => `${actor} activated the service account ${subject}`,
  'access.denied': ({ actor, subject, details }) =>
    `${actor} tried to ${String(details.asked ?? 'do something')}${subject && ` (${subject})`} and was refused`,
  'user.exported': ({ actor }) => `${actor} exported users`,
  'location.exported': ({ actor }) => `${actor} exported locations`,
  'access.exported': ({ actor }) => `${actor} exported who has access`,
  'audit.exported': ({ actor }) => `${actor} exported the audit log`,
  'run.planned': ({ actor, subject }) => `${actor} prepared “${subject}”`,
  'run.applied': ({ actor, subject }) => `${actor} started to apply “${subject}”`,
  'run.canceled': ({ actor, subject }) => `${actor} stopped “${subject}”`,
  'run.failed': ({ subject, details }) => `“${subject}” stopped by itself: ${String(details.problem)}`,
  'run.discarded': ({ actor, subject }) => `${actor} discarded “${subject}”, which had changed nothing`,
  'run.retried': ({ actor, subject }) => `${actor} prepared “${subject}” again`,
  'run.undo_prepared': ({ actor, subject }) => `${actor} prepared the undo of “${subject}”`,
  'register.revoked': ({ actor, subject, details }) =>
    `${actor} revoked the key of the register connection ${subject}${details.is_lost ? ' as lost or stolen' : ''}`,
  'register.key_replaced': ({ actor, subject }) =>
    `${actor} gave the register connection ${subject} a new key`,
  'register.files_withdrawn': ({ actor, subject, details }) =>
    `${actor} withdrew register files of ${subject}: ${describeFiles(details)}`,
  'register.withdrawal_undone': ({ actor, subject, details }) =>
    `${actor} undid the withdrawal of register files of ${subject}: ${describeFiles(details)}`,
  'register.department_changed': ({ actor, subject, details }) =>
    `${actor} changed what department ${String(details.department)} of ${subject} is`,
  'register.department_decided': ({ actor, subject }) =>
    `${actor} decided for the chain what department ${subject} is`,
  'register.day_changed': ({ actor, subject, details }) =>
    details.days === undefined
      ? `${actor} changed the figures of ${String(details.business_date)} at ${subject}, which was closed`
      : `${actor} changed the figures of ${String(details.days)} days at ${subject}, which were closed`,
  'register.day_noted': ({ actor, subject, details }) =>
    `${actor} changed the note of ${String(details.business_date)} at ${subject}`,
  'register.exception_seen': ({ actor, subject, details }) =>
    `${actor} changed whether an exception of ${String(details.business_date)} at ${subject} is seen`,
  'register.grade_named': ({ actor, details }) => `${actor} named the grade ${String(details.grade)}`,
  'register.exported': ({ actor }) => `${actor} exported sales`,
  'sales_import.applied': ({ actor, subject, details }) =>
    `${actor} imported ${details.about === 'costs' ? 'fuel costs' : 'daily closes'} from ${subject}`,
  'sales_import.undone': ({ actor, subject, details }) =>
    `${actor} undid the import of ${details.about === 'costs' ? 'fuel costs' : 'daily closes'} from ${subject}`,
  'stock.exported': ({ actor }) => `${actor} exported the stock`,
  'settings.restored': ({ details }) =>
    `The backup of ${String(details.made_at)} was restored; what was done after it is not in the data`,
  'settings.keys_rotated': ({ actor }) => `${actor} changed the signing keys`,
  'settings.updated': ({ actor }) => `${actor} changed the settings of the organization`,
  'settings.company_sign_in': ({ actor }) => `${actor} changed company sign-in`,
  'mail.sent_again': ({ actor, subject }) => `${actor} sent the email "${subject}" again`,
  'mail.read': ({ actor, subject }) => `${actor} read the kept email "${subject}"`,
};

/** 'Nightly', or 'Nightly of the service account HR export' */
function ofAccount({ subject, isOwn, details }: Entry): string {
  const name = String(details.token);
  return isOwn ? name : `${name} of the service account ${subject}`;
}

function since({ from }: Entry['details']): string {
  return from ? ` from ${String(from)}` : '';
}

function describeFiles({ files, days }: Entry['details']): string {
  const count = (of: unknown, one: string) =>
    `${Number(of).toLocaleString('en-US')} ${of === 1 ? one : `${one}s`}`;
  return `${count(files, 'file')}, ${count(days, 'day')}`;
}

/** 'up', or 'in through Entra' */
function through(details: Entry['details'], otherwise: string): string {
  return details.through ? `in through ${String(details.through)}` : otherwise;
}

function describeRoles({ actor, subject, details, byNobody }: Entry): string {
  // Many names become a number: 'granted Ana Lopez 25 roles'.
  const role = (names: string[]) => {
    const said = list(names, 'roles');
    return /^[\d,]+ roles$/.test(said) ? said : `the ${names.length > 1 ? 'roles' : 'role'} ${said}`;
  };
  if (byNobody) return `${subject} became an administrator (first account)`;
  const [granted, revoked] = [namesIn(details, 'added', 'roles'), namesIn(details, 'removed', 'roles')];
  if (revoked.length === 0) return `${actor} granted ${subject} ${role(granted)}`;
  if (granted.length === 0) return `${actor} revoked ${role(revoked)} of ${subject}`;
  return `${actor} granted ${subject} ${role(granted)} and revoked ${role(revoked)}`;
}

function describeLocations({ actor, subject, details, locations: { added, removed } }: Entry): string {
  const [given] = namesIn(details, 'added', 'districts');
  if (given !== undefined) return `${actor} gave ${subject} the district ${given}`;
  const [taken] = namesIn(details, 'removed', 'districts');
  if (taken !== undefined) return `${actor} took the district ${taken} from ${subject}`;
  if (removed.length === 0) return `${actor} assigned ${subject} to ${list(added, 'locations')}`;
  if (added.length === 0) return `${actor} removed ${subject} from ${list(removed, 'locations')}`;
  return `${actor} moved ${subject} from ${list(removed, 'locations')} to ${list(added, 'locations')}`;
}

function describeMove({ actor, subject, details }: Entry): string {
  const [from, to] = [details.before, details.after].map(
    (side) => (side as { district?: unknown })?.district,
  );
  if (!to) return `${actor} took the location ${subject} out of ${String(from)}`;
  return `${actor} moved the location ${subject} ${from ? `from ${String(from)} ` : ''}to ${String(to)}`;
}

function at(locations: string[]): string {
  return locations.length > 0 ? ` to ${list(locations, 'locations')}` : '';
}

function more(count: unknown, noun: string): string {
  return `${Number(count).toLocaleString('en-US')} more ${noun}${count === 1 ? '' : 's'}`;
}

function from(subject: string): string {
  return subject ? '' : ' from one network';
}
