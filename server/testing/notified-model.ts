import { allPermissions, builtInRoles, type Permission } from '../../contract/access/permissions.ts';
import {
  allNotificationKinds,
  type EmailTime,
  kindOf,
  type NotificationKind,
} from '../../contract/notification-kinds.ts';
import { nextDigest } from '../features/notifications/digest-time.pure.ts';

/**
 * What each user must hear of, written without the server's SQL: who is concerned, what each chose, and what each sees when
 * they look. Acts are further apart than the ten minutes within which they are merged.
 */
export interface Person {
  id: string;
  email: string;
  name: string;
  role: string | null;
  at: Set<string>;
  isActive: boolean;
  bell: Partial<Record<NotificationKind, boolean>>;
  emails: Partial<Record<NotificationKind, EmailTime>>;
  watch: { delivery: 'now' | 'daily'; known: Set<string>; scope: string } | null;
}

interface Subject {
  type: 'account' | 'location' | 'user' | 'view';
  id?: string;
}

interface Fact {
  to: Person;
  kind: NotificationKind;
  text: string;
  subject: Subject;
  isInBell: boolean;
  email: EmailTime;
}

export interface Emailed {
  isDigest: boolean;
  texts: string[];
}

export class NotifiedModel {
  readonly people: Person[] = [];
  readonly zone: string;
  /** Of roles that are not built in. */
  readonly permissions = new Map<string, readonly Permission[]>(
    builtInRoles.map(({ name, permissions }) => [name, permissions]),
  );
  readonly #facts: Fact[] = [];
  #fresh: Fact[] = [];
  readonly #daily = new Map<Person, { facts: Fact[]; due: Date | null }>();

  constructor(zone: string) {
    this.zone = zone;
  }

  has(person: Person, permission: Permission): boolean {
    return person.role !== null && (this.permissions.get(person.role) ?? allPermissions).includes(permission);
  }

  #isAt(person: Person, location: string): boolean {
    return this.has(person, 'locations.all') || person.at.has(location);
  }

  seesUser(person: Person, other: Person): boolean {
    if (!this.has(person, 'users.read') || !this.people.includes(other)) return false;
    return this.has(person, 'locations.all') || [...other.at].some((id) => person.at.has(id));
  }

  #sees(person: Person, { type, id = '' }: Subject): boolean {
    if (type === 'account') return true;
    if (type === 'view') return this.has(person, 'users.read');
    if (type === 'location') return this.has(person, 'locations.read') && this.#isAt(person, id);
    const other = this.people.find((one) => one.id === id);
    return other !== undefined && this.seesUser(person, other);
  }

  managersOf(location: string): Person[] {
    return this.people.filter(({ role, at }) => role === 'manager' && at.has(location));
  }

  /** An act tells these: not the actor, unless it is about security. */
  tell(
    actor: Person | null,
    receivers: readonly Person[],
    { kind, text, subject, email }: Pick<Fact, 'kind' | 'text' | 'subject'> & { email?: EmailTime },
  ): void {
    const known = kindOf(kind);
    for (const to of receivers) {
      if (!to.isActive || (to === actor && !known.isFixed)) continue;
      const chosen = to.emails[kind];
      const sends = email && chosen !== 'never' ? email : (chosen ?? email ?? known.email);
      const isInBell = to.bell[kind] ?? known.bell;
      if (!isInBell && sends === 'never') continue;
      const fact = { to, kind, text, subject, isInBell, email: sends };
      this.#facts.push(fact);
      this.#fresh.push(fact);
    }
  }

  /** The watched view is that of users whose name begins with 'Walk'. */
  evaluateWatches(actor: Person, viewId: string, walkers: readonly Person[]): void {
    for (const person of this.people) {
      if (!person.watch || !person.isActive) continue;
      if (!this.has(person, 'users.read')) {
        person.watch.scope = '';
        continue;
      }
      const scope = this.scopeOf(person);
      const rows = walkers.filter((walker) => this.seesUser(person, walker)).map(({ id }) => id);
      const entered = rows.filter((id) => !person.watch?.known.has(id));
      const isNews = scope === person.watch.scope && actor !== person && entered.length > 0;
      person.watch.known = new Set(rows);
      person.watch.scope = scope;
      const text = `${entered.length} ${entered.length === 1 ? 'user' : 'users'} entered Walkers`;
      const email = person.watch.delivery;
      if (isNews)
        this.tell(null, [person], {
          kind: 'view_changed',
          text,
          subject: { type: 'view', id: viewId },
          email,
        });
    }
  }

  scopeOf(person: Person): string {
    const permissions = person.role === null ? [] : (this.permissions.get(person.role) ?? allPermissions);
    const places = this.has(person, 'locations.all') ? ['all'] : [...person.at].sort();
    return JSON.stringify([[...permissions].sort(), places]);
  }

  /** Whether the bell of a person changed since the last call of `sendEmails`. */
  rings(person: Person): boolean {
    return this.#fresh.some(
      ({ to, isInBell, subject }) => to === person && isInBell && this.#sees(person, subject),
    );
  }

  bellOf(person: Person): string[] {
    const own = this.#facts.filter(({ to, isInBell }) => to === person && isInBell);
    return own.filter(({ subject }) => this.#sees(person, subject)).map(({ text }) => text);
  }

  /** How many rows are kept from a person whose subject they do not see. */
  hidden(): number {
    return this.#facts.filter(({ to, subject }) => !this.#sees(to, subject)).length;
  }

  /** The emails that leave now. */
  sendEmails(now: Date): Map<string, Emailed[]> {
    const sent = new Map<string, Emailed[]>();
    const send = (person: Person, facts: readonly Fact[], isDigest: boolean) => {
      const seen = facts.filter(({ subject }) => this.#sees(person, subject));
      if (seen.length === 0 || !person.isActive || !this.people.includes(person)) return;
      const texts = seen.map(({ text }) => text).sort();
      sent.set(person.email, [...(sent.get(person.email) ?? []), { isDigest, texts }]);
    };
    for (const person of this.people) {
      const fresh = this.#fresh.filter(({ to }) => to === person);
      send(
        person,
        fresh.filter(({ email }) => email === 'now'),
        false,
      );
      const waiting = this.#daily.get(person) ?? { facts: [], due: null };
      waiting.facts.push(...fresh.filter(({ email }) => email === 'daily'));
      this.#daily.set(person, waiting);
      if (waiting.facts.length === 0) continue;
      if (waiting.due === null) waiting.due = nextDigest(now, this.zone);
      else if (waiting.due <= now) {
        send(person, waiting.facts, true);
        this.#daily.set(person, { facts: [], due: null });
      }
    }
    this.#fresh = [];
    return sent;
  }

  remove(person: Person): void {
    this.people.splice(this.people.indexOf(person), 1);
  }
}

/** The kinds whose settings are chosen at random. */
export const choosable = allNotificationKinds.filter(
  (kind) => !kindOf(kind).isFixed && kind !== 'view_changed' && !kindOf(kind).permission,
);
