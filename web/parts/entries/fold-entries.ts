import { type AuditEntry, type AuditGroup, auditActions } from '../../../contract/audit.ts';

const foldMs = 5 * 60_000;
/** Sign-ins, refusals and exports are no changes of their subject. */
const changes: readonly AuditGroup[] = ['Users', 'Locations', 'Roles'];

/** Newest first. Neighbors by one actor about one other thing within 5 minutes are one group; others are alone. */
export function foldEntries(entries: readonly AuditEntry[]): [AuditEntry, ...AuditEntry[]][] {
  const groups: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && isOneOf(last[0], entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function isOneOf(newest: AuditEntry, entry: AuditEntry): boolean {
  const isSame = ({ subject }: AuditEntry) =>
    subject.id === newest.subject.id && subject.type === newest.subject.type;
  return (
    isChange(newest) &&
    isChange(entry) &&
    isSame(entry) &&
    entry.actor.id === newest.actor.id &&
    entry.actor.name === newest.actor.name &&
    Date.parse(newest.at) - Date.parse(entry.at) <= foldMs
  );
}

function isChange({ action, actor, subject }: AuditEntry): boolean {
  const group = groupOf(action);
  return subject.id !== null && subject.id !== actor.id && group !== undefined && changes.includes(group);
}

/** Undefined for an action that this version does not know. */
export function groupOf(action: string): AuditGroup | undefined {
  return Object.entries(auditActions).find(([name]) => name === action)?.[1].group;
}
