import { useCallback, useMemo, useState } from 'react';
import { isNumber } from '../../../../contract/lists/search-key.ts';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EntityPicker, useRankedRows } from '../../../components/form/entity-picker.tsx';
import { renderLocationChoice } from '../../../components/form/location-choice.tsx';
import { whyNoRows } from '../../../lib/directory/index.ts';
import { type ListedLocation, openLocations, useLocations } from '../../locations/locations.api.ts';
import { SameLocations } from './same-locations.tsx';

export interface LocationPickerProps {
  first?: readonly string[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
  autoFocus?: boolean;
  isInField?: boolean;
  /** Adds the locations of another user. */
  onAdd: (ids: readonly string[]) => void;
  userId?: string;
}

/** As high as the picker of a long list: nothing moves when its rows come. */
export const pickerHeight = 'min-h-133 max-md:min-h-142';

/** Closed locations are offered only when they were chosen already. */
export function LocationPicker({
  first = none,
  selected,
  onToggle,
  autoFocus = false,
  isInField = false,
  onAdd,
  userId,
}: LocationPickerProps) {
  const [text, setText] = useState('');
  const view = useLocations(text, { offered: openLocations });
  const top = useMemo(() => new Set(first), [first]);
  const isOffered = useCallback(({ id, closed_on }: ListedLocation) => !closed_on || top.has(id), [top]);
  // The chosen ones come before all except the typed number.
  const { rows, left } = useRankedRows(view, text, isOffered, { first: top });

  return (
    <QueryView
      query={view}
      loading="Loading locations..."
      failed="Failed to load locations"
      className={isInField ? 'h-81' : pickerHeight}
    >
      {({ byId }) =>
        view.total === 0 ? (
          <p className="py-8 text-center text-ink-soft">No locations available</p>
        ) : (
          <EntityPicker
            label="Locations"
            placeholder="Filter locations"
            text={text}
            onTextChange={setText}
            searching={view.searching}
            autoFocus={autoFocus}
            rows={rows}
            left={left}
            exact={rows[0] && isNumber(text, rows[0].number) ? rows[0].id : undefined}
            heightInRows={view.total}
            empty={whyNoRows(view, 'No locations found')}
            selected={selected}
            onToggle={onToggle}
            renderRow={renderLocationChoice}
            {...(isInField && { className: 'max-h-66' })}
            frame={(list) => (
              <SameLocations
                selected={selected}
                onAdd={onAdd}
                except={userId}
                listClassName={isInField ? 'h-66' : 'h-96'}
              >
                {list}
              </SameLocations>
            )}
            chips={
              isInField
                ? undefined
                : {
                    label: 'Chosen locations',
                    chosen: [...selected].flatMap((id) => byId.get(id) ?? []),
                    onRemove: onToggle,
                  }
            }
          />
        )
      }
    </QueryView>
  );
}

const none: readonly string[] = [];
