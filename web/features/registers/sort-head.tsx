import { SortButton, type SortState } from '../../components/table/sort-button.tsx';
import { classes } from '../../lib/browser/classes.ts';

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
  fields: readonly SortField<Field>[];
  sort: Sorting<Field> | undefined;
  isRight?: boolean;
  className: string;
}

/** The head of a column, which may sort in several ways. Without sorting it is only its first label. */
export function SortHead<Field extends string>(props: SortHeadProps<Field>) {
  const { fields, sort, isRight = false, className } = props;
  const states = sort && fields.map((field) => stateOf(field, sort));
  return (
    <th
      scope="col"
      aria-sort={states && (states.find((state) => state !== 'none') ?? 'none')}
      className={classes('font-normal', isRight && 'text-right', className)}
    >
      {sort ? (
        <span className={classes('flex flex-wrap gap-x-4', isRight && 'justify-end')}>
          {fields.map((field) => {
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
      ) : (
        fields[0]?.label
      )}
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
