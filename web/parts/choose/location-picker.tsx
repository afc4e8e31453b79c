import { isFoundBy, locationKey, searchOf } from '../../../contract/lists/search-key.ts';
import type { LocationChoice } from '../../../contract/locations.ts';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { ChoicesFooter } from '../../components/form/choices.tsx';
import { EntityPicker } from '../../components/form/entity-picker.tsx';
import type { Chosen } from '../../lib/list/chosen.ts';
import { type Choices, useChoices } from '../../lib/list/use-choices.ts';
import { locationChoices } from './location-choices.api.ts';
import { LocationLine } from './location-line.tsx';
import { SameLocations } from './same-locations.tsx';

export interface LocationPickerProps {
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
}

/** As high as the picker of a long list: nothing moves when its rows come. */
export const pickerHeight = 'min-h-133 max-md:min-h-142';

export const openLocations = { status: { isNot: false, values: ['open'] } };

export function useOpenLocations() {
  return useChoices(locationChoices, openLocations);
}

export function OpenLocationPicker(props: Omit<LocationPickerProps, 'choices'>) {
  return <LocationPicker {...props} choices={useOpenLocations()} />;
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
}: LocationPickerProps) {
  const { text, setText, of, searching, error } = choices;
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
            text={text}
            onTextChange={setText}
            of={of}
            searching={searching}
            autoFocus={autoFocus}
            rows={error ? [] : rows}
            heightInRows={choices.total + first.filter(isClosed).length}
            empty={
              error ? (
                <ErrorState
                  message="Failed to load locations"
                  onRetry={choices.refetch}
                  retrying={choices.isFetching}
                  className="py-2"
                />
              ) : (
                !searching && 'No locations found'
              )
            }
            onNearEnd={choices.more}
            footer={!error && <ChoicesFooter as="div" choices={choices} />}
            selected={new Set(selected.keys())}
            chosen={[...selected.values()]}
            keyOf={keyOf}
            onToggle={onToggle}
            renderRow={(location) => <LocationLine location={location} />}
            {...(isInField && { className: 'max-h-66' })}
            {...(onAdd && {
              frame: (list) => (
                <SameLocations
                  selected={selected}
                  onAdd={onAdd}
                  except={userId}
                  listClassName={isInField ? 'h-66' : 'h-96'}
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
