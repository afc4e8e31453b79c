import { IconArrowDown, IconArrowUp } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';

export interface Sorting<Field extends string> {
  /** Undefined for the order of the page. */
  by: Field | `-${Field}` | undefined;
  onSort: (sort: Field | `-${Field}` | undefined) => void;
}

export interface SortButtonProps<Field extends string> {
  field: Field;
  label: string;
  sort: Sorting<Field>;
  /** What the page sorts by without a choice. */
  isOrderOfPage?: boolean;
  /** Names begin with A. */
  isText?: boolean;
}

/** Numbers begin with the highest, names with A; then the other way round, then the order of the page again. */
export function SortButton<Field extends string>(props: SortButtonProps<Field>) {
  const { field, label, sort, isText = false } = props;
  const state = stateOf(props);
  const first = isText ? field : (`-${field}` as const);
  const second = isText ? (`-${field}` as const) : field;
  const isFirst = state === (isText ? 'up' : 'down');
  const next = state === null ? first : isFirst ? second : undefined;
  const Arrow = state === 'up' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      onClick={() => sort.onSort(next)}
      className="inline-flex h-9 items-center gap-1 rounded-badge hover:text-ink max-md:h-11"
    >
      {label}
      {state && <Arrow size={14} aria-hidden="true" />}
    </button>
  );
}

function stateOf<Field extends string>({ field, sort, isOrderOfPage }: SortButtonProps<Field>) {
  if (sort.by === field) return 'up';
  return sort.by === `-${field}` || (isOrderOfPage && sort.by === undefined) ? 'down' : null;
}

export interface SortHeadProps<Field extends string> {
  buttons: readonly Omit<SortButtonProps<Field>, 'sort'>[];
  sort: Sorting<Field> | undefined;
  className: string;
}

/** The head of a column, which may sort in several ways. Without sorting it is only its first label. */
export function SortHead<Field extends string>({ buttons, sort, className }: SortHeadProps<Field>) {
  const states = sort ? buttons.map((button) => stateOf({ ...button, sort })) : [];
  const state = states.find((one) => one !== null);
  return (
    <th
      scope="col"
      aria-sort={sort && (state === 'up' ? 'ascending' : state === 'down' ? 'descending' : 'none')}
      className={classes('font-normal', className)}
    >
      {sort ? (
        <span className="inline-flex flex-wrap gap-x-3">
          {buttons.map((button) => (
            <SortButton key={button.field} {...button} sort={sort} />
          ))}
        </span>
      ) : (
        buttons[0]?.label
      )}
    </th>
  );
}
