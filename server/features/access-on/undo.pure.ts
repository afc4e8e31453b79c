import { permissions } from '../../../contract/access/permissions.ts';
import type { AccessReason } from '../../../contract/access-on.ts';

/** Filled when an entry says who gave it. */
export interface Grant {
  at: string | null;
  granted_by: string | null;
  granted_by_name: string | null;
}

interface Named {
  /** Null for one that was deleted, until its entry says it. */
  id: string | null;
  name: string;
}

export interface Role extends Named {
  sees: boolean;
  seesAll: boolean;
  requiresFactor: boolean;
}

/** The entries of user and role name roles and districts, and never ids. */
export interface PastUser {
  id: string;
  name: string;
  isDeleted: boolean;
  isActive: boolean;
  /** When the email was confirmed; null before it is. */
  joinedAt: string | null;
  /** Authenticator apps. */
  apps: number;
  roles: Map<Role, Grant>;
  districts: Map<Named, Grant>;
  /** By the id of the location. */
  assigned: Map<string, Grant>;
}

export interface Entry {
  id: string;
  at: string;
  action: string;
  subject_id: string;
  subject_name: string;
  actor_id: string | null;
  actor_name: string;
  via: string;
  details: Record<string, unknown>;
  links: readonly { location_id: string; change: 'added' | 'removed' | null }[];
}

interface During {
  from: string;
  /** Not included. */
  until: string;
}

export interface Cover extends Grant, During {
  user_id: string;
  location_id: string;
}

/** The moments of a day; the end is not included. */
export interface Day {
  start: string;
  end: string;
}

export interface Place {
  id: string;
  name: string;
  isDeleted: boolean;
  district: Named | null;
}

/** Why a user sees a location, or all of them, and during which part of the day. */
export interface Seen extends During {
  user: PastUser;
  roles: readonly string[];
  /** Null for all. */
  location: Place | null;
  why: AccessReason;
  through: string | null;
  grant: Grant;
}

export interface NotUndone {
  at: string;
  action: string;
  why: string;
}

export const noGrant = (): Grant => ({ at: null, granted_by: null, granted_by_name: null });

const { label: seesLabel } = permissions['locations.read'];
const { label: seesAllLabel } = permissions['locations.all'];
const labels: ReadonlySet<string> = new Set(Object.values(permissions).map(({ label }) => label));

/**
 * What decides who sees a location, at a moment that moves back: as it is now, then without the entries that were undone.
 * Entries come newest first.
 */
export class Past {
  readonly users = new Map<string, PastUser>();
  readonly roles: Role[] = [];
  readonly districts: Named[] = [];
  /** The locations that the question is about, with their districts. */
  readonly locations = new Map<string, Place>();
  readonly notUndone: NotUndone[] = [];
  private entries: readonly Entry[] = [];
  private place = 0;
  private readonly seen = new Map<string, Seen>();
  /** Until when each user is known. */
  private readonly reached = new Map<string, string>();
  private readonly covers: Map<string, Cover[]>;
  private readonly day: Day;

  constructor(day: Day, covers: readonly Cover[]) {
    this.day = day;
    this.covers = Map.groupBy(covers, (cover) => cover.user_id);
  }

  /** All who saw something during the day. Undo the older entries to learn who granted it. */
  undoToStart(entries: readonly Entry[]): readonly Seen[] {
    this.entries = entries;
    for (const [place, entry] of entries.entries()) {
      if (entry.at < this.day.start) break;
      this.place = place;
      this.undo(entry);
    }
    for (const user of this.users.values()) this.record(user, this.day.start);
    return [...this.seen.values()];
  }

  undo(entry: Entry): void {
    const { at, subject_id } = entry;
    const [about] = entry.action.split('.');
    const user = this.users.get(subject_id);
    if (about === 'user') {
      if (user) this.record(user, at);
      this.undoOfUser(entry, user);
    } else {
      for (const one of this.users.values()) this.record(one, at);
      if (about === 'role') this.undoOfRole(entry);
      else if (about === 'district')
        this.undoOfNamed(entry, this.districts, (name) => this.districtNamed(name));
      else this.undoOfLocation(entry);
    }
  }

  private undoOfUser(entry: Entry, user: PastUser | undefined): void {
    const { details, action, subject_id } = entry;
    if (action === 'user.deleted') this.restoreUser(entry);
    if (!user) return;
    if (action === 'user.created') {
      for (const { location_id, change } of entry.links)
        if (change === 'added') fill(user.assigned.get(location_id), entry);
      this.users.delete(subject_id);
      return;
    }
    const before = fieldsOf(details.before);
    if (typeof before.is_active === 'boolean') user.isActive = before.is_active;
    if (action === 'user.roles_replaced') {
      this.undoNames(entry, 'roles', user.roles, (name) => this.roleNamed(name));
    } else if (action === 'user.locations_replaced') {
      this.undoNames(entry, 'districts', user.districts, (name) => this.districtNamed(name));
      this.undoLinks(entry, user);
    } else if (action === 'user.factor_added') {
      if (user.apps === 0) this.name(entry, 'The authenticator app is not there any more');
      user.apps = Math.max(0, user.apps - 1);
    } else if (action === 'user.factor_removed') user.apps += 1;
    else if (action === 'user.factor_reset') {
      const { apps } = before;
      user.apps = typeof apps === 'number' ? apps : 1;
      if (typeof apps !== 'number')
        this.name(entry, 'It does not say how many authenticator apps there were');
    } else if (action === 'user.email_corrected') {
      user.joinedAt = typeof before.joined_at === 'string' ? before.joined_at : null;
      if (!('joined_at' in before))
        this.name(entry, 'It does not say whether the email before was confirmed');
    }
  }

  /** Links are added after what they are removed from: a user who is moved. */
  private undoLinks(entry: Entry, user: PastUser): void {
    // They only say whom it concerns.
    if (isAboutDistricts(entry.details)) return;
    for (const { location_id, change } of entry.links) {
      if (change === 'removed') user.assigned.set(location_id, noGrant());
      if (change !== 'added') continue;
      const grant = user.assigned.get(location_id);
      fill(grant, entry);
      // A location that was deleted since took its links with it.
      if (!grant && this.locations.has(location_id)) this.name(entry, 'The user is not assigned any more');
      user.assigned.delete(location_id);
    }
  }

  private undoNames<T extends Named>(
    entry: Entry,
    field: 'roles' | 'districts',
    held: Map<T, Grant>,
    find: (name: string) => T,
  ): void {
    for (const name of namesIn(entry.details.added, field)) {
      const one = find(name);
      const grant = held.get(one);
      fill(grant, entry);
      if (!grant) this.name(entry, `The user does not have ${name} any more`);
      held.delete(one);
    }
    for (const name of namesIn(entry.details.removed, field)) held.set(find(name), noGrant());
  }

  private restoreUser(entry: Entry): void {
    const { subject_id, subject_name: name, at } = entry;
    const before = fieldsOf(entry.details.before);
    if (typeof before.is_active !== 'boolean')
      this.name(entry, 'It does not say whether the user was active and had joined');
    const hasJoined = before.joined_at === undefined ? '' : null;
    const lost = <T>(field: string, find: (name: string) => T) =>
      new Map(namesIn(before, field).map((name) => [find(name), noGrant()]));
    const districts = lost('districts', (name) => this.districtNamed(name));
    // Their links are also those through districts.
    const isAssigned = (id: string) => {
      const district = this.locations.get(id)?.district;
      const last = this.lastChange(subject_id, id);
      return last === null ? !district || !districts.has(district) : last === 'added';
    };
    const links = entry.links.filter(({ location_id }) => isAssigned(location_id));
    this.users.set(subject_id, {
      ...{ id: subject_id, name, isDeleted: true, isActive: before.is_active !== false },
      joinedAt: typeof before.joined_at === 'string' ? before.joined_at : hasJoined,
      apps: typeof before.apps === 'number' ? before.apps : 0,
      roles: lost('roles', (name) => this.roleNamed(name)),
      districts,
      assigned: new Map(links.map(({ location_id }) => [location_id, noGrant()])),
    });
    this.reached.set(subject_id, at < this.day.end ? at : this.day.end);
  }

  private undoOfRole(entry: Entry): void {
    const { action, details } = entry;
    const role = this.undoOfNamed(entry, this.roles, (name) => this.roleNamed(name));
    if (!role) return;
    const before = fieldsOf(details.before);
    const isGone = action === 'role.deleted';
    this.readPermissions(entry, role, namesIn(details.added, 'permissions'), false);
    this.readPermissions(entry, role, namesIn(isGone ? before : details.removed, 'permissions'), true);
    if (typeof before.requires_second_factor === 'boolean')
      role.requiresFactor = before.requires_second_factor;
    else if (isGone && this.isHeld(role))
      this.name(entry, 'It does not say whether the role required a second factor');
  }

  /** Nothing for one that was not there before. */
  private undoOfNamed<T extends Named>(
    { action, details, subject_id, subject_name }: Entry,
    all: T[],
    find: (name: string) => T,
  ): T | undefined {
    const isGone = action.endsWith('.deleted');
    const one = isGone ? find(subject_name) : all.find(({ id }) => id === subject_id);
    const { name } = fieldsOf(details.before);
    if (!one) return;
    one.id = subject_id;
    if (typeof name === 'string') one.name = name;
    if (!action.endsWith('.created')) return one;
    // Entries before it may name another one.
    all.splice(all.indexOf(one), 1);
  }

  private readPermissions(entry: Entry, role: Role, changed: readonly string[], isHeld: boolean): void {
    if (changed.includes(seesLabel)) role.sees = isHeld;
    if (changed.includes(seesAllLabel)) role.seesAll = isHeld;
    const unknown = changed.filter((label) => !labels.has(label));
    if (unknown.length > 0 && this.isHeld(role))
      this.name(entry, `This version does not know the permission ${unknown.join(', ')}`);
  }

  private isHeld(role: Role): boolean {
    return [...this.users.values()].some((user) => user.roles.has(role));
  }

  private undoOfLocation(entry: Entry): void {
    const { action, details, subject_id, subject_name } = entry;
    const before = fieldsOf(details.before);
    const district = typeof before.district === 'string' ? this.districtNamed(before.district) : null;
    if (action === 'location.deleted') {
      this.restoreLinks(entry);
      this.locations.set(subject_id, { id: subject_id, name: subject_name, isDeleted: true, district });
    }
    const location = this.locations.get(subject_id);
    if (location && action === 'location.moved') location.district = district;
    if (action === 'location.created') this.locations.delete(subject_id);
  }

  /** The entry of a deleted location names no users: those had it who got it last, and did not lose it. */
  private restoreLinks({ subject_id: id, at }: Entry): void {
    for (const user of this.users.values()) {
      this.record(user, at);
      if (this.lastChange(user.id, id) === 'added') user.assigned.set(id, noGrant());
    }
  }

  /** Of an assignment, in the entries that are not undone yet. */
  private lastChange(user: string, location: string) {
    for (let place = this.place + 1; place < this.entries.length; place++) {
      const { subject_id, links, details } = this.entries[place] as Entry;
      if (subject_id !== user || isAboutDistricts(details)) continue;
      const link = links.find(({ location_id }) => location_id === location);
      if (link?.change) return link.change;
    }
    return null;
  }

  /** What the user saw from `from` to where they are known. */
  private record(user: PastUser, from: string): void {
    const { start, end } = this.day;
    const known = { from: min(max(from, start), end), until: this.reached.get(user.id) ?? end };
    if (known.from < end) this.reached.set(user.id, known.from);
    const { joinedAt } = user;
    if (joinedAt === null || !seesLocations(user)) return;
    const whole = clip(known, { from: joinedAt, until: end });
    if (!whole) return;
    const roles = [...user.roles.keys()];
    const add = (about: Pick<Seen, 'location' | 'why' | 'through' | 'grant'>, during = whole) => {
      const key = [user.id, about.location?.id, about.why, about.through].join();
      const known = this.seen.get(key);
      if (known)
        Object.assign(known, { from: min(known.from, during.from), until: max(known.until, during.until) });
      else this.seen.set(key, { user, roles: roles.map(({ name }) => name), ...about, ...during });
    };
    for (const [role, grant] of user.roles) {
      if (role.seesAll) add({ location: null, why: 'all_locations', through: role.name, grant });
    }
    for (const location of this.locations.values()) {
      const { district } = location;
      const assigned = user.assigned.get(location.id);
      if (assigned) add({ location, why: 'assigned', through: null, grant: assigned });
      const given = district && user.districts.get(district);
      if (given) add({ location, why: 'district', through: district.name, grant: given });
    }
    for (const cover of this.covers.get(user.id) ?? []) {
      const during = clip(whole, cover);
      const location = this.locations.get(cover.location_id);
      if (during && location) add({ location, why: 'cover', through: null, grant: cover }, during);
    }
  }

  private roleNamed(name: string): Role {
    // Deleted since: its entry, which is older, says what it allowed.
    return named(this.roles, { id: null, name, sees: true, seesAll: false, requiresFactor: false });
  }

  private districtNamed(name: string): Named {
    return named(this.districts, { id: null, name });
  }

  private name({ at, action }: Entry, why: string): void {
    if (at >= this.day.start) this.notUndone.push({ at, action, why });
  }
}

const isAboutDistricts = ({ added, removed }: Entry['details']) =>
  [added, removed].some((part) => namesIn(part, 'districts').length > 0);

function seesLocations({ isActive, roles, apps }: PastUser): boolean {
  const held = [...roles.keys()];
  return isActive && held.some(({ sees }) => sees) && (apps > 0 || !held.some((role) => role.requiresFactor));
}

/** The part of both. */
function clip(one: During, other: During): During | null {
  const from = max(one.from, other.from);
  const until = min(one.until, other.until);
  return from < until ? { from, until } : null;
}

const min = (one: string, other: string) => (one < other ? one : other);
const max = (one: string, other: string) => (one > other ? one : other);

function fill(grant: Grant | undefined, { at, actor_id, actor_name, via }: Entry): void {
  if (!grant || grant.at !== null) return;
  grant.at = at;
  grant.granted_by = actor_id;
  // Nobody was signed in: the first account.
  grant.granted_by_name = actor_id === null && via === 'screen' ? null : actor_name;
}

function named<T extends Named>(all: T[], one: T): T {
  const known = all.find(({ name }) => name === one.name);
  if (!known) all.push(one);
  return known ?? one;
}

/** Of users who were deleted, whose covers went with them. Entries come oldest first. */
export function coversIn(entries: readonly Entry[]): Cover[] {
  const covers: Cover[] = [];
  const granted = new Map<string, Grant>();
  const begun = new Map<string, string>();
  for (const entry of entries) {
    const { action, at, details, links, subject_id: user_id } = entry;
    const location_id = links[0]?.location_id;
    if (location_id === undefined) continue;
    if (action === 'cover.granted') {
      const grant = noGrant();
      fill(grant, entry);
      granted.set(user_id, grant);
    }
    const isOn = action === 'cover.started' || (action === 'cover.granted' && details.from === undefined);
    if (isOn && !begun.has(user_id)) begun.set(user_id, at);
    const from = begun.get(user_id);
    const isOver = action === 'cover.expired' || (action === 'cover.ended' && !details.is_upcoming);
    if (!isOver || from === undefined) continue;
    covers.push({ user_id, location_id, from, until: at, ...(granted.get(user_id) ?? noGrant()) });
    begun.delete(user_id);
  }
  return covers;
}

/** What the names were called before. Entries come newest first. */
export function namesEver(
  names: Iterable<string>,
  entries: readonly Entry[],
  action: 'role.updated' | 'district.updated',
): Set<string> {
  const ever = new Set(names);
  for (const entry of entries) {
    if (entry.action !== action || !ever.has(nameAfter(entry))) continue;
    const { name } = fieldsOf(entry.details.before);
    if (typeof name === 'string') ever.add(name);
  }
  return ever;
}

const nameAfter = ({ details, subject_name }: Entry) => String(fieldsOf(details.after).name ?? subject_name);

/** The names of all roles that had access to all locations at some time. Entries come newest first. */
export function allSeeing(roles: readonly Role[], entries: readonly Entry[]): Set<string> {
  const allowed = ({ details, action }: Entry) =>
    namesIn(action === 'role.deleted' ? details.before : details.removed, 'permissions').includes(
      seesAllLabel,
    );
  const names = entries.filter((entry) => entry.action.startsWith('role.') && allowed(entry)).map(nameAfter);
  const now = roles.filter((role) => role.seesAll).map((role) => role.name);
  return namesEver([...now, ...names], entries, 'role.updated');
}

/** The districts that these entries give, take or leave. */
export function districtsIn(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ details: { added, removed, before, after } }) => [
    ...[added, removed, before].flatMap((part) => namesIn(part, 'districts')),
    ...[before, after].flatMap((part) => fieldsOf(part).district ?? []).map(String),
  ]);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function namesIn(value: unknown, field: string): string[] {
  const names = fieldsOf(value)[field];
  return Array.isArray(names) ? names.map(String) : [];
}
