import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classes } from '../../lib/browser/classes.ts';
import { scrollToRow, useRowsInView } from '../../lib/list/rows-in-view.ts';
import { LeftNote, leftProps } from '../display/left-row.tsx';

export interface SelectionListProps<Row> {
  label: string;
  rows: readonly Row[];
  /** The rows that others took away meanwhile. */
  left?: ReadonlySet<string>;
  /** The rows that fit. It does not depend on the search, so that nothing moves while the user types. */
  heightInRows: number;
  empty: ReactNode;
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
  renderRow: (row: Row) => ReactNode;
  /** The name of the check box, when the content of the row is a description of it. */
  nameOf?: (row: Row) => string;
  /** A row that cannot be changed. It can be focused, so that its content is read. */
  isLocked?: (row: Row) => boolean;
  disabled?: boolean;
  /** The height at which the list scrolls. */
  className?: string;
}

export const noLongerOffered = 'No longer offered';
const rowHeight = 44;
const borders = 2;

/** Only visible rows are rendered. There is one tab stop; the arrow keys, Home and End move inside, Space toggles. */
export function SelectionList<Row extends { id: string }>({
  label,
  rows,
  left,
  heightInRows,
  empty,
  selected,
  onToggle,
  renderRow,
  nameOf,
  isLocked = () => false,
  disabled = false,
  className = 'max-h-96',
}: SelectionListProps<Row>) {
  const listId = useId();
  const scroller = useRef<HTMLFieldSetElement>(null);
  const [current, setCurrent] = useState(0);
  const tabStop = Math.min(current, rows.length - 1);
  const { indexes } = useRowsInView({
    ...{ count: rows.length, rowHeight, around: 6 },
    findScroller: () => scroller.current,
  });
  // The row with the tab stop is always rendered, so that Tab finds a way in.
  const isMissing = tabStop >= 0 && indexes.length > 0 && !indexes.includes(tabStop);
  const rendered = isMissing ? [...indexes, tabStop].sort((a, b) => a - b) : indexes;

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
          if (!row) return null;
          const isSelected = selected.has(row.id);
          return (
            <label
              key={row.id}
              data-index={index}
              data-row={row.id}
              {...leftProps(left?.has(row.id) ? noLongerOffered : undefined)}
              style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
              className={classes(
                'absolute inset-x-0 top-0 flex items-center gap-3 border-b border-line px-3 last:border-b-0',
                'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-petrol',
                isSelected ? 'bg-petrol-soft' : !isLocked(row) && 'hover:bg-surface-raised',
              )}
            >
              <input
                type="checkbox"
                className="check outline-none in-data-left:opacity-45"
                checked={isSelected}
                disabled={disabled}
                aria-disabled={isLocked(row) || undefined}
                {...(nameOf && { 'aria-label': nameOf(row), 'aria-describedby': `${listId}-${row.id}` })}
                tabIndex={index === tabStop ? 0 : -1}
                onFocus={() => setCurrent(index)}
                onChange={() => isLocked(row) || onToggle(row.id)}
              />
              <span id={nameOf && `${listId}-${row.id}`} className="min-w-0 flex-1 in-data-left:opacity-45">
                {renderRow(row)}
              </span>
              {left?.has(row.id) && <LeftNote why={noLongerOffered} />}
            </label>
          );
        })}
      </div>
    </fieldset>
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
