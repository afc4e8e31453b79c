import { allPermissions, builtInRoles, type Permission } from '../../contract/access/permissions.ts';
import {
  allNotificationKinds,
  type EmailTime,
  kindOf,
  type NotificationKind,
} from '../../contract/notifications/notification-kinds.ts';
import { nextHour } from '../features/notifications/email-times.pure.ts';

/**
 * What each user must hear of, written without the server's SQL: who is concerned, what each chose, and what each sees when
 * they look. Acts are further apart than the ten minutes within which they are one line.
 */
export interface Person {
  id: string;
  email: string;
  name: string;
  role: string | null;
  /** The locations, and after which act each was assigned. */
  at: Map<string, number>;
  isActive: boolean;
  /** Nobody else gets an email: they cannot sign in. */
  hasJoined: boolean;
  bell: Partial<Record<NotificationKind, boolean>>;
  emails: Partial<Record<NotificationKind, EmailTime>>;
  watch: { delivery: 'now' | 'daily'; known: Set<string>; scope: string } | null;
}

interface Subject {
  type: 'account' | 'location' | 'user' | 'view';
  id?: string;
}

/** Of one user. */
interface Fact {
  to: Person;
  kind: NotificationKind;
  text: string;
  subject: Subject;
  isInBell: boolean;
  email: EmailTime;
}

/** Of a location: for whom it is, is asked when somebody reads it. */
interface LocationFact {
  kind: 'location_users' | 'location_closed';
  location: string;
  text: string;
  actor: Person | null;
  about: Person | null;
  act: number;
}

interface Email {
  to: Person;
  text: string;
  time: EmailTime;
  isSeen(): boolean;
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
  readonly #ofLocations: LocationFact[] = [];
  /** Since the last call of `sendEmails`. */
  #fresh: { facts: Fact[]; ofLocations: LocationFact[]; emails: Email[] } = noNews();
  readonly #daily = new Map<Person, { emails: Email[]; due: Date | null }>();
  #acts = 0;

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
    return this.has(person, 'locations.all') || [...other.at.keys()].some((id) => person.at.has(id));
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

  /** Each act is later than those before. */
  act(): void {
    this.#acts += 1;
  }

  assign(person: Person, locations: Iterable<string>): void {
    person.at = new Map([...locations].map((id) => [id, person.at.get(id) ?? this.#acts]));
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
      this.#fresh.facts.push(fact);
      this.#email({ to, text, time: sends, isSeen: () => this.#sees(to, subject) });
    }
  }

  /** An act at a location tells its managers, or its users. */
  tellAt(
    location: string,
    { kind, text, actor, about }: Pick<LocationFact, 'kind' | 'text' | 'actor'> & { about?: Person },
  ): void {
    const fact = { kind, location, text, actor, about: about ?? null, act: this.#acts };
    this.#ofLocations.push(fact);
    this.#fresh.ofLocations.push(fact);
    for (const to of this.people) {
      if (!to.isActive || !this.#isFor(to, fact)) continue;
      const time = to.emails[kind] ?? kindOf(kind).email;
      this.#email({ to, text, time, isSeen: () => this.#isFor(to, fact) && this.#sees(to, at(location)) });
    }
  }

  #email(email: Email): void {
    if (email.time !== 'never') this.#fresh.emails.push(email);
  }

  /** Who is there now, was there when it happened, and is neither who did it nor whom it is about. */
  #isFor(person: Person, { kind, location, actor, about, act }: LocationFact): boolean {
    const since = person.at.get(location);
    if (since === undefined || act < since || person === actor || person === about) return false;
    return kind === 'location_closed' || person.role === 'manager';
  }

  #hasInBell(person: Person, fact: LocationFact): boolean {
    const { kind, location } = fact;
    const isChosen = person.bell[kind] ?? kindOf(kind).bell;
    return isChosen && this.#isFor(person, fact) && this.#sees(person, at(location));
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
      // One act brings one walker into sight.
      const text = `${walkers.find(({ id }) => id === entered[0])?.name} entered Walkers`;
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
    const places = this.has(person, 'locations.all') ? ['all'] : [...person.at.keys()].sort();
    return JSON.stringify([[...permissions].sort(), places]);
  }

  /** Whether the bell of a person changed since the last call of `sendEmails`. */
  rings(person: Person): boolean {
    return this.#inBell(person, this.#fresh).length > 0;
  }

  bellOf(person: Person): string[] {
    return this.#inBell(person, { facts: this.#facts, ofLocations: this.#ofLocations });
  }

  #inBell(person: Person, { facts, ofLocations }: { facts: Fact[]; ofLocations: LocationFact[] }): string[] {
    const isOwn = ({ to, isInBell, subject }: Fact) =>
      to === person && isInBell && this.#sees(person, subject);
    return [...facts.filter(isOwn), ...ofLocations.filter((fact) => this.#hasInBell(person, fact))].map(
      ({ text }) => text,
    );
  }

  /** How many rows are kept from persons of the location, or from one who does not see their subject. */
  hidden(): { own: number; ofLocations: number } {
    const kept = (fact: LocationFact) => (person: Person) =>
      person.at.has(fact.location) && !this.#hasInBell(person, fact);
    return {
      own: this.#facts.filter(({ to, subject }) => !this.#sees(to, subject)).length,
      ofLocations: this.#ofLocations.reduce((sum, fact) => sum + this.people.filter(kept(fact)).length, 0),
    };
  }

  /** The emails that leave now. */
  sendEmails(now: Date): Map<string, Emailed[]> {
    const sent = new Map<string, Emailed[]>();
    const send = (person: Person, emails: readonly Email[], isDigest: boolean) => {
      const seen = emails.filter((email) => email.isSeen());
      if (seen.length === 0 || !person.hasJoined || !person.isActive || !this.people.includes(person)) return;
      const texts = seen.map(({ text }) => text).sort();
      sent.set(person.email, [...(sent.get(person.email) ?? []), { isDigest, texts }]);
    };
    for (const person of this.people) {
      const of = (time: EmailTime) =>
        this.#fresh.emails.filter((email) => email.to === person && email.time === time);
      send(person, of('now'), false);
      const waiting = this.#daily.get(person) ?? { emails: [], due: null };
      waiting.emails.push(...of('daily'));
      this.#daily.set(person, waiting);
      if (waiting.emails.length === 0) continue;
      if (waiting.due === null) waiting.due = nextHour(now, this.zone);
      else if (waiting.due <= now) {
        send(person, waiting.emails, true);
        this.#daily.set(person, { emails: [], due: null });
      }
    }
    this.#fresh = noNews();
    return sent;
  }

  remove(person: Person): void {
    this.people.splice(this.people.indexOf(person), 1);
  }
}

const noNews = () => ({ facts: [], ofLocations: [], emails: [] });

const at = (id: string): Subject => ({ type: 'location', id });

/** The kinds whose settings are chosen at random. */
export const choosable = allNotificationKinds.filter(
  (kind) => !kindOf(kind).isFixed && kind !== 'view_changed' && !kindOf(kind).permission,
);
