import { classes } from '../../lib/browser/classes.ts';
import { IconArrowDown, IconArrowUp } from '../icons/icons.ts';

/** As `aria-sort` says it. */
export type SortState = 'none' | 'ascending' | 'descending';

export interface SortButtonProps {
  label: string;
  state: SortState;
  onPress: () => void;
  /** The label stands above the last digits, so the arrow is before it. */
  isRight?: boolean;
}

/** The header of a sortable column. */
export function SortButton({ label, state, onPress, isRight = false }: SortButtonProps) {
  const isOn = state !== 'none';
  const Arrow = state === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      onClick={onPress}
      className={classes(
        'group/sort -mx-1.5 inline-flex h-8 max-w-full items-center gap-1 rounded-control px-1.5 -outline-offset-2 hover:text-ink active:bg-line aria-pressed:text-ink max-md:h-11',
        isRight && 'flex-row-reverse whitespace-nowrap',
      )}
      aria-pressed={isOn}
    >
      {label}
      <Arrow
        size={14}
        aria-hidden="true"
        className={classes(
          'shrink-0',
          isOn ? 'text-petrol' : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60',
        )}
      />
    </button>
  );
}
