import { type ComponentType, useRef, useState } from 'react';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { Picker } from '../form/picker.tsx';
import { SearchInput } from '../form/search-input.tsx';
import { Popover } from '../overlay/popover.tsx';
import type { FilterField, FilterPopupProps, FilterValuesProps } from './filter-types.ts';

export interface FilterPopoverProps extends FilterPopupProps {
  popup: OpenPopup<FilterField | null>;
  Values: ComponentType<FilterValuesProps>;
}

/** Chooses the field (unless a chip opened it), then its values, which apply at once. */
export function FilterPopover({ popup, Values, fields, filters, text, onFilter }: FilterPopoverProps) {
  const [chosen, choose] = useState(popup.payload);
  const hasWritten = useRef(false);
  return (
    <Popover title={chosen ? chosen.label : 'Filter by'} popup={popup} align="start">
      <div className="mt-2 w-63">
        {chosen ? (
          <Values
            key={chosen.field}
            field={chosen.field}
            filters={filters}
            text={text}
            onChange={(filter) => {
              onFilter({ field: chosen.field, filter, replace: hasWritten.current });
              hasWritten.current = true;
            }}
          />
        ) : (
          <Fields fields={fields.filter(({ field }) => !filters[field])} onChoose={choose} />
        )}
      </div>
    </Popover>
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
