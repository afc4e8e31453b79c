import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { classes } from '../../lib/browser/classes.ts';
import { scrollToRow, useRowsInView } from '../../lib/list/rows-in-view.ts';

export interface SelectionListProps<Row> {
  label: string;
  rows: readonly Row[];
  /** The rows that fit. It does not depend on the search, so that nothing moves while the user types. */
  heightInRows: number;
  empty: ReactNode;
  selected: ReadonlySet<string>;
  onToggle: (row: Row) => void;
  renderRow: (row: Row) => ReactNode;
  /** The name of the check box, when the content of the row is a description of it. */
  nameOf?: (row: Row) => string;
  /** A row that cannot be changed. It can be focused, so that its content is read. */
  isLocked?: (row: Row) => boolean;
  disabled?: boolean;
  /** The height at which the list scrolls. */
  className?: string;
  /** What the rows answer: another answer is read from its first row on. */
  answer?: string | undefined;
  /** Called when the last rows come near. */
  onNearEnd?: (() => void) | undefined;
  /** Below the last row. */
  footer?: ReactNode;
}

const rowHeight = 44;
const borders = 2;
/** About two screens. */
const nearEndRows = 20;

/** Only visible rows are rendered. There is one tab stop; the arrow keys, Home and End move inside, Space toggles. */
export function SelectionList<Row extends { id: string }>({
  label,
  rows,
  heightInRows,
  empty,
  selected,
  onToggle,
  renderRow,
  nameOf,
  isLocked = () => false,
  disabled = false,
  className = 'max-h-96',
  answer,
  onNearEnd,
  footer,
}: SelectionListProps<Row>) {
  const listId = useId();
  const scroller = useRef<HTMLFieldSetElement>(null);
  const [current, setCurrent] = useState(0);
  const [read, setRead] = useState(answer);
  if (read !== answer) {
    setRead(answer);
    setCurrent(0);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer begins at its top.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [answer]);
  const tabStop = Math.min(current, rows.length - 1);
  const { indexes } = useRowsInView({
    ...{ count: rows.length, rowHeight, around: 6 },
    findScroller: () => scroller.current,
  });
  // The row with the tab stop is always rendered, so that Tab finds a way in.
  const isMissing = tabStop >= 0 && indexes.length > 0 && !indexes.includes(tabStop);
  const rendered = isMissing ? [...indexes, tabStop].sort((a, b) => a - b) : indexes;

  const isNearEnd = (indexes.at(-1) ?? 0) >= rows.length - nearEndRows;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);

  function moveTo(index: number) {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    // The new row must be rendered and focused before scrolling removes the old one.
    flushSync(() => setCurrent(target));
    const box = scroller.current?.querySelector<HTMLInputElement>(`[data-index="${target}"] input`);
    box?.focus({ preventScroll: true });
    if (scroller.current) scrollToRow(scroller.current, target, rowHeight);
  }

  function onKeyDown(event: KeyboardEvent) {
    const page = Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight);
    const target = targetOf(event.key, tabStop, page, rows.length - 1);
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
  }

  return (
    <fieldset
      ref={scroller}
      aria-label={label}
      onKeyDown={onKeyDown}
      style={{ height: heightInRows * rowHeight + borders }}
      className={classes(
        'min-w-0 overflow-y-auto overscroll-contain rounded-control border border-line',
        className,
      )}
    >
      {rows.length === 0 && <p className="px-3 py-5 text-center text-ink-soft">{empty}</p>}
      <div className="relative" style={{ height: rows.length * rowHeight }}>
        {rendered.map((index) => {
          const row = rows[index];
          return (
            row && (
              <SelectionRow
                key={row.id}
                index={index}
                row={row}
                isSelected={selected.has(row.id)}
                isTabStop={index === tabStop}
                isLocked={isLocked(row)}
                disabled={disabled}
                descriptionId={nameOf && `${listId}-${row.id}`}
                name={nameOf?.(row)}
                onFocus={() => setCurrent(index)}
                onToggle={onToggle}
              >
                {renderRow(row)}
              </SelectionRow>
            )
          );
        })}
      </div>
      {footer}
    </fieldset>
  );
}

interface SelectionRowProps<Row> {
  index: number;
  row: Row;
  isSelected: boolean;
  isTabStop: boolean;
  isLocked: boolean;
  disabled: boolean;
  /** With `name`, when the content describes the check box instead of naming it. */
  descriptionId: string | undefined;
  name: string | undefined;
  onFocus: () => void;
  onToggle: (row: Row) => void;
  children: ReactNode;
}

function SelectionRow<Row extends { id: string }>(props: SelectionRowProps<Row>) {
  const { index, row, isSelected, isTabStop, isLocked, disabled, descriptionId, name } = props;
  return (
    <label
      data-index={index}
      data-row={row.id}
      style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
      className={classes(
        'absolute inset-x-0 top-0 flex items-center gap-3 border-b border-line px-3 last:border-b-0',
        'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-petrol',
        isSelected ? 'bg-petrol-soft' : !isLocked && 'hover:bg-surface-raised',
      )}
    >
      <input
        type="checkbox"
        className="check outline-none"
        checked={isSelected}
        disabled={disabled}
        aria-disabled={isLocked || undefined}
        {...(descriptionId && { 'aria-label': name, 'aria-describedby': descriptionId })}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={props.onFocus}
        onChange={() => isLocked || props.onToggle(row)}
      />
      <span id={descriptionId} className="min-w-0 flex-1">
        {props.children}
      </span>
    </label>
  );
}

function targetOf(key: string, from: number, page: number, last: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: last,
  };
  return targets[key];
}
