import { reasons } from '../../../../contract/access/reasons.ts';
import type { LocationInput } from '../../../../contract/fields/location-input.ts';
import { followingTimeZone } from '../../../../contract/fields/time-zone-of-address.ts';
import { locationColumns } from '../../../../contract/files/import-columns.ts';
import { displayName } from '../../../../contract/users.ts';
import { type Holder, type RuleActor, seesAllLocations, when } from '../../../kernel/rules.ts';
import { momentInWords } from '../../../platform/clock.ts';
import type { CoverFacts } from '../../covers/covers.facts.service.ts';
import {
  endOf,
  spanOf,
  whyNotAt,
  whyNotEnd,
  whyNotGive,
  whyNotLend,
  whyNotReceive,
} from '../../covers/covers.rules.ts';
import type { LocationFacts } from '../../locations/locations.facts.service.ts';
import { whyNotClose, whyNotNumber } from '../../locations/locations.rules.ts';
import type { CoverRequest, LocationRequest } from '../line-request.pure.ts';
import { changesOf, firstReasons, type Plan, rejected, unchanged, whyNotActs } from './plan.pure.ts';

export type LocationAct =
  | { act: 'create'; input: LocationInput & { district_id: string | null } }
  | { act: 'update'; changes: Partial<LocationInput> }
  | { act: 'move'; district_id: string | null }
  | { act: 'close'; closed_on: string }
  | { act: 'reopen' | 'delete' }
  | { act: 'cover'; cover: CoverRequest }
  | { act: 'endCover'; id: string };

export interface LocationRules {
  actor: RuleActor;
  numberHolder(number: string | null): Holder | undefined;
  /** Null for none, and for one that the actor does not see. */
  districtName(id: string | null): string | null;
  /** Of a run about the covers of one user. */
  covering: CoverFacts | null;
  now: Date;
}

type LocationPlan = Plan<LocationAct, LocationRequest>;

const inputs = ['name', 'address', 'city', 'state', 'zip', 'phone', 'number', 'time_zone'] as const;
const required = ['name', 'address', 'city', 'state', 'zip'] as const;
const { id: _, ...columns } = locationColumns;
const labels = Object.fromEntries(
  Object.entries(columns).map(([name, { label }]) => [name, label]),
) as Record<keyof typeof columns, string>;

/** `location` is null for a new one. */
export function decideLocation(
  request: LocationRequest,
  location: LocationFacts | null,
  rules: LocationRules,
): LocationPlan {
  const { cover, endCover } = request;
  if (location && cover) return decideCover(cover, location, rules);
  if (location && endCover) return undoCover(endCover, location, rules);
  if (!location) return request.takeBack ? rejected(reasons.locationMissing) : create(request, rules);
  return request.takeBack ? undoCreation(location, rules) : change(request, location, rules);
}

function create({ fields, is_open }: LocationRequest, rules: LocationRules): LocationPlan {
  const { actor, numberHolder, districtName, now } = rules;
  const { closed_on = null, district_id = null, phone = null, number = null, ...rest } = fields;
  const refused = firstReasons(
    whyNotActs(
      ['addLocation', closed_on !== null && 'closeLocation', district_id !== null && 'manageDistricts'],
      actor,
    ),
    [
      ...missingForLocation({ fields }),
      ...whyNotStatus(is_open, closed_on),
      ...(closed_on === null ? [] : whyNotClose(closed_on, now)),
      // A new location would not be in the scope of an actor without access to all locations.
      ...when(closed_on !== null && !seesAllLocations(actor), reasons.locationMissing),
    ],
    whyNotNumber(numberHolder(number), null),
  );
  if (refused.length > 0) return rejected(...refused);
  const input = { ...rest, phone, number } as LocationInput;
  return {
    decision: {
      result: 'created',
      reason: null,
      changes: changesOf(labels, {}, { ...input, closed_on, district: districtName(district_id) }),
    },
    acts: [
      { act: 'create', input: { ...input, district_id } },
      ...(closed_on === null ? [] : [{ act: 'close' as const, closed_on }]),
    ],
    undo: { fields: {}, takeBack: true },
  };
}

function whyNotStatus(isOpen: boolean | undefined, closed_on: string | null): string[] {
  if (isOpen === undefined || isOpen === (closed_on === null)) return [];
  return isOpen
    ? [
        `The line says that this location is open, but it has a day in '${labels.closed_on}'. Reopen it, or correct the line.`,
      ]
    : [`The line says that this location is closed. Write the day in a column '${labels.closed_on}'.`];
}

/** Fields whose cells are faulty are not missing. */
export function missingForLocation(
  { fields }: LocationRequest,
  faulty: ReadonlySet<string> = new Set(),
): string[] {
  const missing = required.filter((field) => !fields[field] && !faulty.has(field));
  const names = missing.map((field) => labels[field]).join(', ');
  return when(names !== '', `No location matches, and a new one needs ${names}`);
}

function change(request: LocationRequest, location: LocationFacts, rules: LocationRules): LocationPlan {
  const time_zone = request.fields.time_zone ?? followingTimeZone(location, request.fields);
  const fields = { ...request.fields, time_zone };
  const { closed_on = location.closed_on, district_id = location.district_id } = fields;
  const changed = inputs.filter((field) => fields[field] !== undefined && fields[field] !== location[field]);
  const isClosing = closed_on !== location.closed_on;
  const isMoving = district_id !== location.district_id;
  const disagrees = whyNotStatus(request.is_open, closed_on);
  if (disagrees.length > 0) return rejected(...disagrees);
  if (changed.length === 0 && !isClosing && !isMoving) return unchanged();
  const changes = Object.fromEntries(
    changed.map((field) => [field, fields[field]]),
  ) as Partial<LocationInput>;
  const isClosed = isClosing && closed_on !== null;
  const refused = firstReasons(
    whyNotActs(
      [
        changed.length > 0 && 'editLocation',
        isMoving && 'manageDistricts',
        isClosing && (isClosed ? 'closeLocation' : 'reopenLocation'),
      ],
      rules.actor,
    ),
    isClosed ? whyNotClose(closed_on, rules.now) : [],
    whyNotNumber(rules.numberHolder(changes.number ?? null), location.id),
  );
  if (refused.length > 0) return rejected(...refused);
  const before = Object.fromEntries(changed.map((field) => [field, location[field]]));
  return {
    decision: {
      result: 'updated',
      reason: null,
      changes: changesOf(
        labels,
        { ...location, district: rules.districtName(location.district_id) },
        { ...changes, closed_on, district: rules.districtName(district_id) },
      ),
    },
    acts: [
      ...(changed.length > 0 ? [{ act: 'update' as const, changes }] : []),
      ...(isMoving ? [{ act: 'move' as const, district_id }] : []),
      ...(isClosing
        ? [closed_on === null ? { act: 'reopen' as const } : { act: 'close' as const, closed_on }]
        : []),
    ],
    undo: {
      fields: {
        ...before,
        ...(isClosing && { closed_on: location.closed_on }),
        ...(isMoving && { district_id: location.district_id }),
      },
    },
  };
}

function undoCreation(location: LocationFacts, { actor }: LocationRules): LocationPlan {
  const refused = firstReasons(
    whyNotActs(['deleteLocation'], actor),
    when(location.user_count > 0, 'Users are assigned to this location now. Remove them first, or close it.'),
  );
  if (refused.length > 0) return rejected(...refused);
  return {
    decision: { result: 'deleted', reason: null, changes: [] },
    acts: [{ act: 'delete' }],
    undo: null,
  };
}

function decideCover(
  cover: CoverRequest,
  { id, time_zone }: LocationFacts,
  rules: LocationRules,
): LocationPlan {
  const { actor, covering, now } = rules;
  const place = covering?.places.get(id);
  if (!covering?.receiver || !place) return rejected(reasons.userMissing);
  const span = spanOf({ ends_at: cover.ends_at }, time_zone, now);
  if (place.covers.some(({ ends_at }) => ends_at === span.ends_at)) return unchanged();
  const refused = firstReasons(
    whyNotActs(['assignLocations'], actor),
    [...whyNotLend(covering.receiver), ...whyNotGive(place)],
    [...whyNotReceive(covering.receiver), ...whyNotEnd(span, now), ...whyNotAt(place, span)],
  );
  if (refused.length > 0) return rejected(...refused);
  const after = `${displayName(covering.receiver)} until ${momentInWords(span.ends_at, time_zone)}`;
  return {
    decision: { result: 'updated', reason: null, changes: [{ field: 'Cover', before: null, after }] },
    acts: [{ act: 'cover', cover }],
    undo: { fields: {}, endCover: cover },
  };
}

/** One whose end was moved since is another one. */
function undoCover(
  cover: CoverRequest,
  { id, time_zone }: LocationFacts,
  rules: LocationRules,
): LocationPlan {
  const { actor, covering } = rules;
  const ends_at = endOf(cover.ends_at, time_zone);
  const open = covering?.places.get(id)?.covers ?? [];
  const granted = open.find((one) => one.ends_at === ends_at);
  if (!covering?.receiver || !granted)
    return open.length > 0 ? rejected('The end of this cover was moved since') : unchanged();
  const refused = firstReasons(whyNotActs(['assignLocations'], actor), whyNotLend(covering.receiver));
  if (refused.length > 0) return rejected(...refused);
  const before = `${displayName(covering.receiver)} until ${momentInWords(ends_at, time_zone)}`;
  return {
    decision: { result: 'updated', reason: null, changes: [{ field: 'Cover', before, after: null }] },
    acts: [{ act: 'endCover', id: granted.id }],
    undo: null,
  };
}
