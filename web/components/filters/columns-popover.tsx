import type { OpenPopup } from '../../lib/browser/popup.ts';
import { Checkbox } from '../form/checkbox.tsx';
import { Picker } from '../form/picker.tsx';
import { Popover } from '../overlay/popover.tsx';

export interface ColumnsPopoverProps {
  /** The columns that may be hidden. */
  columns: readonly { id: string; label: string }[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  isCompact: boolean;
  onCompact: (isCompact: boolean) => void;
}

/** Chooses the columns of a list and the height of its rows. */
export function ColumnsPopover({
  popup,
  columns,
  hidden,
  onHidden,
  isCompact,
  onCompact,
}: ColumnsPopoverProps & { popup: OpenPopup }) {
  return (
    <Popover title="Columns" popup={popup}>
      <Picker className="mt-1 w-48">
        {columns.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            className="w-full"
            checked={!hidden.includes(id)}
            onChange={() =>
              onHidden(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
            }
          />
        ))}
        <div className="mt-2 border-t border-line pt-2">
          <Checkbox
            label="Compact rows"
            className="w-full"
            checked={isCompact}
            onChange={() => onCompact(!isCompact)}
          />
        </div>
      </Picker>
    </Popover>
  );
}
