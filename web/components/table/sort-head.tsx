import { classes } from '../../lib/browser/classes.ts';
import { SortButton, type SortState } from './sort-button.tsx';

export interface Sorting<Field extends string> {
  /** Undefined for the order of the page. */
  by: Field | `-${Field}` | undefined;
  onSort: (sort: Field | `-${Field}` | undefined) => void;
}

export interface SortField<Field extends string> {
  field: Field;
  label: string;
  /** What the page sorts by without a choice. */
  isOrderOfPage?: boolean;
  /** Names begin with A. */
  isText?: boolean;
}

export interface SortHeadProps<Field extends string> {
  /** A label, or the ways to sort. Without sorting the head is the label of the first one. */
  head: string | readonly SortField<Field>[];
  sort: Sorting<Field> | undefined;
  isRight?: boolean | undefined;
  className: string;
}

export function SortHead<Field extends string>(props: SortHeadProps<Field>) {
  const { head, sort, isRight = false } = props;
  const className = classes('font-normal', isRight && 'text-right', props.className);
  if (typeof head === 'string' || !sort) {
    return (
      <th scope="col" className={className}>
        {typeof head === 'string' ? head : head[0]?.label}
      </th>
    );
  }
  const states = head.map((field) => stateOf(field, sort));
  return (
    <th scope="col" aria-sort={states.find((state) => state !== 'none') ?? 'none'} className={className}>
      <span className={classes('flex flex-wrap gap-x-4', isRight && 'justify-end')}>
        {head.map((field) => {
          const state = stateOf(field, sort);
          return (
            <SortButton
              key={field.field}
              label={field.label}
              state={state}
              onPress={() => sort.onSort(nextOf(field, state))}
              isRight={isRight}
            />
          );
        })}
      </span>
    </th>
  );
}

function stateOf<Field extends string>(
  { field, isOrderOfPage }: SortField<Field>,
  { by }: Sorting<Field>,
): SortState {
  if (by === field) return 'ascending';
  return by === `-${field}` || (isOrderOfPage && by === undefined) ? 'descending' : 'none';
}

/** Numbers begin with the highest, names with A; then the other way round, then the order of the page again. */
function nextOf<Field extends string>({ field, isText }: SortField<Field>, state: SortState) {
  const down = `-${field}` as const;
  if (state === 'none') return isText ? field : down;
  if (isText) return state === 'ascending' ? down : undefined;
  return state === 'descending' ? field : undefined;
}
