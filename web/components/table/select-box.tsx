import { classes } from '../../lib/browser/classes.ts';
import { createStore } from '../../lib/store.ts';
import type { Selection } from './use-selection.ts';

/** Whether the rows of a phone show their boxes although none is selected: 'Select' in the menu of the list. */
export const choosing = createStore(false);

export interface SelectBoxProps extends Pick<Selection, 'toggle' | 'extend'> {
  id: string;
  name: string;
  isSelected: boolean;
  className?: string;
}

export function SelectBox({ id, name, isSelected, toggle, extend, className }: SelectBoxProps) {
  return (
    // Above the link that covers the row.
    <label className={classes('relative z-1 grid place-items-center select-none', className)}>
      <input
        type="checkbox"
        data-row-select
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={({ nativeEvent }) => {
          if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) extend(id);
          else toggle(id);
        }}
        className="check opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 group-data-selecting/rows:opacity-100 max-lg:opacity-100 touch:opacity-100"
      />
    </label>
  );
}

export interface SelectHeadProps extends Pick<Selection, 'head' | 'toggleHead'> {
  label: string;
}

export function SelectHead({ label, head, toggleHead }: SelectHeadProps) {
  return (
    <label className="grid h-8 place-items-center">
      <input
        type="checkbox"
        className="check"
        aria-label={head === 'none' ? `Select the ${label.toLowerCase()} in view` : 'Clear the selection'}
        checked={head === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = head === 'some';
        }}
        onChange={({ currentTarget }) => toggleHead(rowsInView(currentTarget))}
      />
    </label>
  );
}

/** The rows of the table whose middle is visible: between its header and the lower edge of its scroller. */
function rowsInView(box: HTMLElement): string[] {
  const table = box.closest('table');
  const top = table?.tHead?.getBoundingClientRect().bottom ?? 0;
  const bottom = table?.parentElement?.getBoundingClientRect().bottom ?? 0;
  return [...(table?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].flatMap((row) => {
    const edges = row.getBoundingClientRect();
    const middle = (edges.top + edges.bottom) / 2;
    return row.dataset.row && middle >= top && middle <= bottom ? row.dataset.row : [];
  });
}
