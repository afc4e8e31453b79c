import type { FieldChange } from '../../../../contract/fields/field-change.ts';
import type { UserInput } from '../../../../contract/fields/user-input.ts';
import { userColumns } from '../../../../contract/files/import-columns.ts';
import type { Holder, RuleActor } from '../../../kernel/rules.ts';
import type { SeenDistrict } from '../../districts/districts.facts.service.ts';
import type { Assignable } from '../../locations/locations.rules.ts';
import type { UserFacts } from '../../users/users.facts.service.ts';
import type { UserRequest } from '../line-request.pure.ts';
import { type LinkChange, undoLinks } from './links.pure.ts';
import { changesOf } from './plan.pure.ts';

export interface UserRules {
  actor: RuleActor;
  /** By id. */
  roles: ReadonlyMap<string, { name: string; permissions: readonly string[]; isAdmin: boolean }>;
  /** In scope, by id. */
  locations: ReadonlyMap<string, Assignable>;
  districts: ReadonlyMap<string, SeenDistrict>;
  emailHolder(email: string): { profile: string | undefined; account: string | undefined };
  numberHolder(number: string | null): Holder | undefined;
  /** What a deactivation ends, in words. */
  coversOf(user_id: string): string | null;
  /** Without those whom the plan removes. */
  workingAdmins: ReadonlySet<string>;
}

const profile = ['full_name', 'phone', 'employee_number'] as const;
const { email, full_name, phone, employee_number, status, roles, locations, districts } = userColumns;
const labels = {
  email: email.label,
  full_name: full_name.label,
  phone: phone.label,
  employee_number: employee_number.label,
  roles: roles.label,
  locations: locations.label,
  districts: districts.label,
  status: status.label,
  invitation: 'Invitation',
  cover: 'Cover',
};

type Described = Pick<UserFacts, 'email' | 'full_name' | 'phone' | 'employee_number' | 'is_active'>;

interface Links {
  roles: string[];
  locations: string[];
  districts: string[];
}

function wordsOf(user: Described, links: Links, { roles, locations, districts }: UserRules) {
  const names = <Named extends { name: string }>(
    ids: string[],
    named: ReadonlyMap<string, Named>,
    nameOf = ({ name }: Named) => name,
  ) =>
    ids
      .flatMap((id) => named.get(id) ?? [])
      .map(nameOf)
      .sort((a, b) => a.localeCompare(b, 'en'))
      .join('; ') || null;
  return {
    email: user.email,
    full_name: user.full_name,
    phone: user.phone,
    employee_number: user.employee_number,
    roles: names(links.roles, roles),
    locations: names(links.locations, locations),
    districts: names(links.districts, districts, districtInWords),
    status: user.is_active ? 'Active' : 'Inactive',
  };
}

/** A cell that names a district gives more than the location of its line. */
function districtInWords({ name, location_count }: SeenDistrict): string {
  const count = location_count.toLocaleString('en-US');
  return `${name} (${count} ${location_count === 1 ? 'location' : 'locations'} today, and new ones)`;
}

export interface Changing {
  user: UserFacts;
  /** Null to keep the email. */
  email: string | null;
  roles: LinkChange;
  locations: LinkChange;
  districts: LinkChange;
  invitation: 'invite' | 'cancelInvite' | null;
}

export function describeChange(request: UserRequest, changing: Changing, rules: UserRules): FieldChange[] {
  const { user, email, roles, locations, districts, invitation } = changing;
  const { email: _, ...fields } = request.fields;
  const { full_name = user.full_name } = changedProfile(request, user);
  const held = { roles: user.role_ids, locations: user.location_ids, districts: user.district_ids };
  const before = wordsOf(user, held, rules);
  const after = wordsOf(
    { ...user, ...definedOnly({ ...fields, full_name }) },
    { roles: roles.ids, locations: locations.ids, districts: districts.ids },
    rules,
  );
  const pending = user.invitation === null ? null : 'Invited';
  const sent = invitation === 'invite' ? { invitation: pending ? 'Invited again' : 'Invited' } : {};
  const isEnded = invitation === 'cancelInvite' || endsInvitation(request.fields.is_active === false, user);
  const canceled = isEnded ? { invitation: null } : {};
  const corrected = email === null ? {} : { email: describeCorrection(email, user) };
  const cover = user.is_active && request.fields.is_active === false ? rules.coversOf(user.id) : null;
  return changesOf(
    labels,
    { ...before, invitation: pending, cover },
    { ...after, cover: null, ...sent, ...canceled, ...corrected },
  );
}

/** Before users have joined, a correction acts at once. */
function describeCorrection(email: string, user: UserFacts): string {
  if (user.invitation !== 'joined') return email;
  return email === user.email
    ? `${email} (the other one is no longer asked)`
    : `${email} (when they confirm it)`;
}

/** A deactivation does. */
function endsInvitation(isStatusChange: boolean, { is_active, invitation }: UserFacts): boolean {
  return isStatusChange && is_active && (invitation === 'invited' || invitation === 'failed');
}

function definedOnly<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

export function undoOf(fields: object, isStatusChange: boolean, changing: Changing): UserRequest {
  const { user, email, roles, locations, districts, invitation } = changing;
  const before = profile.filter((field) => field in fields).map((field) => [field, user[field]]);
  const roleLinks = undoLinks(roles);
  const locationLinks = undoLinks(locations);
  const districtLinks = undoLinks(districts);
  return {
    fields: {
      ...Object.fromEntries(before),
      ...(isStatusChange && { is_active: user.is_active }),
      ...(email !== null && user.invitation !== 'joined' && { email: user.email }),
    },
    ...(email !== null && user.invitation === 'joined' && { cancelCorrection: true }),
    ...(roleLinks && { roles: roleLinks }),
    ...(locationLinks && { locations: locationLinks }),
    ...(districtLinks && { districts: districtLinks }),
    ...(invitation === 'invite' && { cancelInvite: true }),
    ...(invitation === 'cancelInvite' && { invite: true }),
    ...(endsInvitation(isStatusChange, user) && { endedInvitation: true }),
  };
}

export function changedProfile({ fields, written_name }: UserRequest, user: UserFacts) {
  const changed = profile
    .filter((field) => fields[field] !== undefined && fields[field] !== user[field])
    .filter(
      (field) => field !== 'full_name' || written_name === undefined || written_name !== user.full_name,
    );
  return Object.fromEntries(changed.map((field) => [field, fields[field]])) as Partial<
    Pick<UserInput, (typeof profile)[number]>
  >;
}

export function describeNew(
  input: UserInput,
  { invites, ...links }: Links & { invites: boolean },
  rules: UserRules,
): FieldChange[] {
  const words = wordsOf(input, links, rules);
  return changesOf(labels, {}, { ...words, ...(invites && { invitation: 'Invited' }) });
}
