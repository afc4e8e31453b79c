import type { AuditEntry } from '../../../../contract/audit.ts';

export interface SentenceParts {
  actor: string;
  before: string;
  subject: string;
  after: string;
}

/** A sentence of the audit log, cut at the names of the actor and the subject; a part may be empty. */
export function partsOf({
  sentence,
  ...entry
}: Pick<AuditEntry, 'sentence' | 'actor' | 'subject'>): SentenceParts {
  const actor = entry.actor.name && sentence.startsWith(entry.actor.name) ? entry.actor.name : '';
  const rest = sentence.slice(actor.length);
  const at = entry.subject.name ? rest.indexOf(entry.subject.name) : -1;
  if (at < 0) return { actor, before: rest, subject: '', after: '' };
  const end = at + entry.subject.name.length;
  return { actor, before: rest.slice(0, at), subject: rest.slice(at, end), after: rest.slice(end) };
}
