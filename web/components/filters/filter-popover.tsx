import { type ComponentType, useRef, useState } from 'react';
import type { Filter } from '../../../contract/lists/list-filters.ts';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { IconButton } from '../button/icon-button.tsx';
import { Picker } from '../form/picker.tsx';
import { SearchInput } from '../form/search-input.tsx';
import { IconX } from '../icons/icons.ts';
import { Popover } from '../overlay/popover.tsx';
import type { FilterPopupAbout } from './filter-bar.tsx';
import type { FilterField, FilterPopupProps, FilterValuesProps } from './filters.ts';

export interface FilterPopoverProps extends FilterPopupProps {
  popup: OpenPopup<FilterPopupAbout>;
  Values: ComponentType<FilterValuesProps>;
}

export function FilterPopover({ popup, Values, ...props }: FilterPopoverProps) {
  const { fields, text, listUrl } = props;
  const { filters, setFilter } = listUrl;
  const about = popup.payload;
  const [chosen, choose] = useState(about && 'field' in about ? about : null);
  const hasWritten = useRef(false);
  const title = chosen ? chosen.label : about ? 'Filters' : 'Filter by';
  return (
    <Popover title={title} popup={popup} align="start">
      <div className="mt-2 w-63">
        {chosen ? (
          <Values
            key={chosen.field}
            field={chosen.field}
            filters={filters}
            text={text}
            onChange={(filter) => {
              setFilter(chosen.field, filter, hasWritten.current);
              hasWritten.current = true;
            }}
          />
        ) : about && 'folded' in about ? (
          <Folded {...props} folded={about.folded} onChoose={choose} onClose={popup.close} />
        ) : (
          <Fields fields={fields.filter(({ field }) => !filters[field])} onChoose={choose} />
        )}
      </div>
    </Popover>
  );
}

interface FoldedProps extends FilterPopupProps {
  folded: readonly FilterField[];
  onChoose: (field: FilterField) => void;
  onClose: () => void;
}

/** The filters that do not fit into the bar. */
function Folded({ folded, listUrl, describe, onChoose, onClose }: FoldedProps) {
  const { filters, setFilter, clearFilters } = listUrl;
  const left = folded.filter(({ field }) => filters[field]);
  return (
    <>
      <ul aria-label="More filters">
        {left.map((one) => (
          <li key={one.field} className="flex items-center">
            <button
              type="button"
              onClick={() => onChoose(one)}
              className="h-9 min-w-0 flex-1 truncate rounded-control px-2.5 text-left -outline-offset-2 hover:bg-surface-raised active:bg-line"
            >
              {one.label}: {describe(one.field, filters[one.field] as Filter)}
            </button>
            <IconButton
              label={`Remove the filter ${one.label}`}
              icon={<IconX size={14} aria-hidden="true" />}
              onClick={() => {
                setFilter(one.field, null);
                if (left.length === 1) onClose();
              }}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => {
          onClose();
          clearFilters();
        }}
        className="mt-1 h-9 w-full rounded-control border-t border-line px-2.5 text-left font-semibold text-petrol -outline-offset-2 hover:bg-surface-raised active:bg-line"
      >
        Clear all filters
      </button>
    </>
  );
}

interface FieldsProps {
  fields: readonly FilterField[];
  onChoose: (field: FilterField) => void;
}

function Fields({ fields, onChoose }: FieldsProps) {
  const [text, setText] = useState('');
  const found = fields.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Picker>
      <SearchInput
        placeholder="Search filters..."
        value={text}
        onValueChange={setText}
        onEnter={() => found[0] && onChoose(found[0])}
        autoFocus
      />
      <ul aria-label="Filters" className="mt-1.5">
        {found.map((one) => (
          <li key={one.field}>
            <button
              type="button"
              onClick={() => onChoose(one)}
              className="h-9 w-full rounded-control px-2.5 text-left -outline-offset-2 hover:bg-surface-raised active:bg-line"
            >
              {one.label}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-2.5 py-2 text-small text-ink-soft">No filter found</p>}
    </Picker>
  );
}
