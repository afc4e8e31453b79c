import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isFoundBy, locationKey, searchOf } from '../../../contract/lists/search-key.ts';
import type { LocationChoice } from '../../../contract/locations.ts';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { Button } from '../../components/button/button.tsx';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { TownLine } from '../../components/display/contact-links.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { pickerProps } from '../../components/form/choices.tsx';
import { EntityPicker } from '../../components/form/entity-picker.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { choiceName } from '../../lib/format/location-names.ts';
import type { Chosen } from '../../lib/list/chosen.ts';
import { type Choices, useChoices } from '../../lib/list/use-choices.ts';
import { reasonOf } from '../../lib/network/request-failed.ts';
import { locationChoices, openLocationsOf } from './location-choices.api.ts';
import { UserChoices } from './user-choices.tsx';

interface LocationPickerProps {
  /** `useOpenLocations()`, asked for before the chosen ones are known. */
  choices: Choices<LocationChoice>;
  /** The locations that were chosen when the picker opened: above all others, closed ones too. */
  first?: readonly LocationChoice[];
  selected: Chosen<LocationChoice>;
  onToggle: (location: LocationChoice) => void;
  /** Adds the locations of another user than `userId`; without it, none are offered. */
  onAdd?: (locations: readonly LocationChoice[]) => void;
  userId?: string;
  autoFocus?: boolean;
  /** Lower, and without chips: the field shows them itself. */
  isInField?: boolean;
  /** Other things to choose stand above it. */
  isLow?: boolean;
  /** The chosen district by which the user gets a location anyway. */
  throughOf?: (location: LocationChoice) => string | undefined;
}

const words = { failed: 'Failed to load locations', none: 'No locations found' };

/** As high as the picker of a long list: nothing moves when its rows come. */
export const pickerHeight = 'min-h-133 max-md:min-h-142';

export const openLocations = { status: { isNot: false, values: ['open'] } };

export function useOpenLocations() {
  return useChoices(locationChoices, openLocations);
}

export function OpenLocationPicker(props: Omit<LocationPickerProps, 'choices' | 'first'>) {
  const [first] = useState(() =>
    [...props.selected.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  );
  return <LocationPicker {...props} first={first} choices={useOpenLocations()} />;
}

/** Locations of which some are chosen. Closed ones are offered only when they were chosen already. */
export function LocationPicker({
  choices,
  first = none,
  selected,
  onToggle,
  onAdd,
  userId,
  autoFocus = false,
  isInField = false,
  isLow = isInField,
  throughOf,
}: LocationPickerProps) {
  const { of } = choices;
  return (
    <QueryView
      query={choices}
      loading="Loading locations..."
      failed="Failed to load locations"
      className={isInField ? 'h-81' : pickerHeight}
    >
      {(found) => {
        const rows = withFirst(first, found, of);
        if (of === '' && rows.length === 0)
          return <p className="py-8 text-center text-ink-soft">No locations available</p>;
        return (
          <EntityPicker
            label="Locations"
            placeholder="Filter locations"
            {...pickerProps(choices, rows, words)}
            autoFocus={autoFocus}
            heightInRows={choices.total + first.filter(isClosed).length}
            selected={new Set(selected.keys())}
            chosen={[...selected.values()]}
            keyOf={keyOf}
            onToggle={onToggle}
            renderRow={(location) => <LocationLine location={location} through={throughOf?.(location)} />}
            {...(isLow && { className: 'max-h-66' })}
            {...(onAdd && {
              frame: (list) => (
                <SameLocations
                  selected={selected}
                  onAdd={onAdd}
                  except={userId}
                  listClassName={isLow ? 'h-66' : 'h-96'}
                >
                  {list}
                </SameLocations>
              ),
            })}
            chips={
              isInField
                ? undefined
                : {
                    label: 'Chosen locations',
                    chosen: [...selected.values()],
                    onRemove: (id) => {
                      const location = selected.get(id);
                      if (location) onToggle(location);
                    },
                  }
            }
          />
        );
      }}
    </QueryView>
  );
}

/** The server finds open locations only. */
function withFirst(first: readonly LocationChoice[], found: readonly LocationChoice[], of: string) {
  const search = searchOf(of);
  const above =
    of === '' ? first : first.filter((one) => isClosed(one) && isFoundBy(search, { key: keyOf(one) }));
  const ids = new Set(above.map(({ id }) => id));
  return [...above, ...found.filter(({ id }) => !ids.has(id))];
}

const isClosed = ({ closed_on }: LocationChoice) => closed_on !== null;
const keyOf = (location: LocationChoice) => locationKey({ ...location, phone: null });
const none: readonly LocationChoice[] = [];

/** A location in a picker. */
function LocationLine({ location, through }: { location: LocationChoice; through: string | undefined }) {
  const { address, city, state, zip } = location;
  return (
    <>
      <span className="flex items-baseline gap-3 leading-tight">
        <ClippedText className="min-w-0 flex-1 font-medium">{choiceName(location)}</ClippedText>
        {through !== undefined && (
          <ClippedText className="max-w-1/2 text-small text-ink-soft">{`through ${through}`}</ClippedText>
        )}
      </span>
      <TownLine {...{ address, city, state, zip }} className="text-small leading-tight text-ink-soft" />
    </>
  );
}

interface SameLocationsProps {
  selected: Chosen<LocationChoice>;
  onAdd: (locations: readonly LocationChoice[]) => void;
  except?: string | undefined;
  listClassName: string;
  /** The locations to choose from. The users stand in their place, so that nothing else moves. */
  children: ReactNode;
}

/** Only open locations in the actor's scope. Saves nothing. */
function SameLocations({ selected, onAdd, except, listClassName, children }: SameLocationsProps) {
  const [isOpen, setOpen] = useState(false);
  const { hasPermission } = useAccess();
  const add = useMutation({
    mutationFn: async (user: UserRow) => {
      const open = await openLocationsOf(user.location_ids);
      const added = open.filter(({ id }) => !selected.has(id));
      return { added, text: describe(displayName(user), open.length, added.length) };
    },
    onSuccess: ({ added }) => {
      onAdd(added);
      setOpen(false);
    },
  });
  if (!hasPermission('users.read')) return children;
  return (
    <>
      {isOpen ? (
        <UserChoices onChoose={add.mutate} except={except} listClassName={listClassName} />
      ) : (
        children
      )}
      <div className="mt-2 flex flex-wrap gap-x-4">
        <Button
          variant="link"
          onClick={() => {
            add.reset();
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Back to the locations' : 'Same locations as…'}
        </Button>
        <p role="status" className="text-small text-ink-soft">
          {add.error ? reasonOf(add.error) : add.data?.text}
        </p>
      </div>
    </>
  );
}

function describe(name: string, open: number, added: number): string {
  if (open === 0) return `${name} has no open locations that you can choose.`;
  if (added === 0) return `The locations of ${name} are chosen already.`;
  return `${added} ${added === 1 ? 'location' : 'locations'} of ${name} added to the chosen ones.`;
}
