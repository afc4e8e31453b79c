import type { OpenPopup } from '../../lib/browser/popup.ts';
import { Button } from '../button/button.tsx';
import { Checkbox } from '../form/checkbox.tsx';
import { Picker } from '../form/picker.tsx';
import { Popover } from '../overlay/popover.tsx';
import { SortFields, type SortFieldsProps } from './sort-fields.tsx';

export interface DisplayProps extends SortFieldsProps {
  columns: readonly { id: string; label: string }[];
  onPrint: () => void;
}

export function DisplayPopover({ popup, columns, onPrint, ...sorting }: DisplayProps & { popup: OpenPopup }) {
  const { hidden, setHidden, isCompact, setCompact } = sorting.listUrl;
  return (
    <Popover title="Display" popup={popup}>
      <div className="w-63">
        <h3 className="mt-2 mb-1 text-small text-ink-soft">Sort by</h3>
        <SortFields {...sorting} />
        <h3 className="mt-3 text-small text-ink-soft">Columns</h3>
        <Picker>
          {columns.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              className="w-full"
              checked={!hidden.includes(id)}
              onChange={() =>
                setHidden(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
              }
            />
          ))}
          {setCompact && (
            <div className="mt-2 border-t border-line pt-2">
              <Checkbox
                label="Compact rows"
                className="w-full"
                checked={isCompact}
                onChange={() => setCompact(!isCompact)}
              />
            </div>
          )}
        </Picker>
        <Button
          variant="secondary"
          className="mt-3 w-full"
          onClick={() => {
            popup.close();
            onPrint();
          }}
        >
          Print
        </Button>
      </div>
    </Popover>
  );
}
