import { reasons } from '../../../../contract/access/reasons.ts';
import { locationColumns } from '../../../../contract/import-columns.ts';
import type { LocationInput } from '../../../../contract/locations.ts';
import type { AskedLocation } from '../asked.ts';
import { type ActorRules, refusePermission } from './actor-rules.ts';
import { changesOf, firstReason, type Plan, rejected, unchanged } from './plan.ts';

/** A location in the actor's scope, in its current state. */
export interface LocationState extends LocationInput {
  id: string;
  closed_on: string | null;
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string;
  /** How many users are assigned. */
  user_count: number;
}

export interface LocationRules {
  actor: ActorRules;
  /** Which location has this number, with the name for actors who may know it. */
  numberHolder(number: string): { id: string; name: string | undefined } | undefined;
  /** The last day on which a location can be closed. */
  tomorrow: string;
}

export type LocationAct =
  | { act: 'create'; input: LocationInput }
  | { act: 'update'; changes: Partial<LocationInput> }
  | { act: 'close'; closed_on: string }
  | { act: 'reopen' | 'delete' };

type LocationPlan = Plan<LocationAct, AskedLocation>;

const inputs = ['name', 'address', 'city', 'state', 'zip', 'phone', 'number'] as const;
const required = ['name', 'address', 'city', 'state', 'zip'] as const;
const { id: _, ...columns } = locationColumns;
const labels = Object.fromEntries(
  Object.entries(columns).map(([name, { label }]) => [name, label]),
) as Record<keyof typeof columns, string>;

/** Decides what a line means for the current location, null for a new one, as `decideUser` does. */
export function decideLocation(
  asked: AskedLocation,
  location: LocationState | null,
  rules: LocationRules,
): LocationPlan {
  if (!location) return asked.takeBack ? rejected(reasons.locationMissing) : create(asked, rules);
  return asked.takeBack ? undoCreation(location, rules) : change(asked, location, rules);
}

function create({ fields }: AskedLocation, rules: LocationRules): LocationPlan {
  const { actor } = rules;
  const { closed_on = null, phone = null, number = null, ...rest } = fields;
  const reason = firstReason(
    () => refusePermission(actor, 'locations.create'),
    () => missingForLocation({ fields }),
    () => refuseNumber(number, null, rules),
    () => refuseClosing(closed_on, rules),
    // A new location would not be in the scope of an actor without access to all locations.
    () => closed_on !== null && !actor.seesAll && reasons.locationMissing,
  );
  if (reason) return rejected(reason);
  const input = { ...rest, phone, number } as LocationInput;
  return {
    decision: {
      result: 'created',
      reason: null,
      changes: changesOf(labels, {}, { ...input, closed_on }),
    },
    acts: [{ act: 'create', input }, ...(closed_on === null ? [] : [{ act: 'close' as const, closed_on }])],
    undo: { fields: {}, takeBack: true },
    cutsAccess: false,
    removesAdmin: false,
  };
}

/** Why the fields do not suffice for a new location. Fields whose cells are faulty are not missing. */
export function missingForLocation(
  { fields }: AskedLocation,
  faulty: ReadonlySet<string> = new Set(),
): string | null {
  const missing = required.filter((field) => !fields[field] && !faulty.has(field));
  const names = missing.map((field) => labels[field]).join(', ');
  return names === '' ? null : `No location matches, and a new one needs ${names}`;
}

function change({ fields }: AskedLocation, location: LocationState, rules: LocationRules): LocationPlan {
  const { closed_on = location.closed_on } = fields;
  const changed = inputs.filter((field) => fields[field] !== undefined && fields[field] !== location[field]);
  const isClosing = closed_on !== location.closed_on;
  if (changed.length === 0 && !isClosing) return unchanged();
  const changes = Object.fromEntries(
    changed.map((field) => [field, fields[field]]),
  ) as Partial<LocationInput>;
  const reason = firstReason(
    () => refusePermission(rules.actor, 'locations.update'),
    () => refuseNumber(changes.number ?? null, location.id, rules),
    () => isClosing && refuseClosing(closed_on, rules),
  );
  if (reason) return rejected(reason);
  const before = Object.fromEntries(changed.map((field) => [field, location[field]]));
  return {
    decision: {
      result: 'updated',
      reason: null,
      changes: changesOf(labels, { ...location }, { ...changes, closed_on }),
    },
    acts: [
      ...(changed.length > 0 ? [{ act: 'update' as const, changes }] : []),
      ...(isClosing
        ? [closed_on === null ? { act: 'reopen' as const } : { act: 'close' as const, closed_on }]
        : []),
    ],
    undo: { fields: { ...before, ...(isClosing && { closed_on: location.closed_on }) } },
    cutsAccess: false,
    removesAdmin: false,
  };
}

function undoCreation(location: LocationState, { actor }: LocationRules): LocationPlan {
  const reason = firstReason(
    () => refusePermission(actor, 'locations.delete'),
    () =>
      location.user_count > 0 && 'Users are assigned to this location now. Remove them first, or close it.',
  );
  if (reason) return rejected(reason);
  return {
    decision: { result: 'deleted', reason: null, changes: [] },
    acts: [{ act: 'delete' }],
    undo: null,
    cutsAccess: false,
    removesAdmin: false,
  };
}

function refuseNumber(number: string | null, id: string | null, rules: LocationRules): string | null {
  const holder = number === null ? undefined : rules.numberHolder(number);
  return holder && holder.id !== id ? reasons.numberTaken(holder.name) : null;
}

function refuseClosing(day: string | null, { tomorrow }: LocationRules): string | null {
  return day !== null && day > tomorrow ? reasons.closesLater : null;
}
