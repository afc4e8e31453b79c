import { useMemo, useState } from 'react';
import { isNumber } from '../../../../contract/lists/search-key.ts';
import type { Location } from '../../../../contract/locations.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { TownLine } from '../../../components/display/town-line.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { ChosenChips } from '../../../components/form/chosen-chips.tsx';
import { Picker } from '../../../components/form/picker.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { SelectedToggle } from '../../../components/form/selected-toggle.tsx';
import { SelectionList } from '../../../components/form/selection-list.tsx';
import { useOnlySelected } from '../../../components/form/use-only-selected.ts';
import { type DirectoryView, whyNoRows } from '../../../lib/directory/index.ts';
import { choiceName } from '../../../lib/format/location-names.ts';
import { inRank } from '../../../lib/list/search-rank.ts';
import { type ListedLocation, useLocations } from '../../locations/locations.api.ts';
import { SameLocations } from './same-locations.tsx';

export interface LocationPickerProps {
  label: string;
  /** Shown at the top: the locations that were chosen when the dialog opened. */
  first?: readonly string[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
  autoFocus?: boolean;
  /** In the popover of a field, which shows the chosen ones itself. */
  isInField?: boolean;
  /** Adds the locations of another user. */
  onAdd: (ids: readonly string[]) => void;
  /** The user who gets the locations. */
  userId?: string;
}

/** As high as the picker of a long list: nothing moves when its rows come. */
export const pickerHeight = 'min-h-133 max-md:min-h-142';

/**
 * The open locations in scope by name, and the closed ones that were chosen already, with a search box. The chosen
 * ones are below as chips.
 */
export function LocationPicker({
  label,
  first = none,
  selected,
  onToggle,
  autoFocus = false,
  isInField = false,
  onAdd,
  userId,
}: LocationPickerProps) {
  const [text, setText] = useState('');
  const view = useLocations(text);
  const sorted = useSortedRows(view, first, text);
  const { only, showOnly, toggle } = useOnlySelected(selected);
  const rows = only ? sorted.filter(({ id }) => only.has(id)) : sorted;
  const exact = rows[0] && isNumber(text, rows[0].number) ? rows[0].id : null;

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
          <>
            <SameLocations
              selected={selected}
              onAdd={onAdd}
              except={userId}
              listClassName={isInField ? 'h-66' : 'h-96'}
            >
              <Picker
                className="space-y-2"
                searching={view.searching}
                onPickExact={exact === null ? undefined : () => onToggle(exact)}
              >
                <div className="flex gap-2">
                  <SearchInput
                    placeholder="Filter locations"
                    value={text}
                    onValueChange={setText}
                    searching={view.searching}
                    autoFocus={autoFocus}
                    className="min-w-0 flex-1"
                  />
                  <SelectedToggle {...toggle} />
                </div>
                <SelectionList
                  label={label}
                  rows={rows}
                  heightInRows={view.total}
                  empty={whyNoRows(view, 'No locations found')}
                  selected={selected}
                  onToggle={onToggle}
                  renderRow={renderLocation}
                  {...(isInField && { className: 'max-h-66' })}
                />
              </Picker>
            </SameLocations>
            {!isInField && (
              <ChosenChips
                label="Chosen locations"
                chosen={[...selected].flatMap((id) => byId.get(id) ?? [])}
                onRemove={onToggle}
                onMore={showOnly}
              />
            )}
          </>
        )
      }
    </QueryView>
  );
}

const none: readonly string[] = [];

function renderLocation(location: Location) {
  const { address, city, state, zip } = location;
  return (
    <>
      <ClippedText className="leading-tight font-medium">{choiceName(location)}</ClippedText>
      <TownLine {...{ address, city, state, zip }} className="text-small leading-tight text-ink-soft" />
    </>
  );
}

/** The best match first, but the chosen ones before all except the typed number. */
function useSortedRows(view: DirectoryView<ListedLocation>, first: readonly string[], text: string) {
  const { count, row } = view;
  return useMemo(() => {
    const top = new Set(first);
    const found = Array.from({ length: count }, (_, index) => row(index)).filter(
      (one) => one !== undefined && (!one.closed_on || top.has(one.id)),
    ) as ListedLocation[];
    return inRank(found, text, { first: top });
  }, [count, row, first, text]);
}
