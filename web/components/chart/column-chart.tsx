import { scaleLinear } from 'd3-scale';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';

/** Values that stand on each other, from zero outwards. */
export interface ChartSeries {
  label: string;
  /** How its bars look: solid or hatched, which paper, gray and forced colors tell apart. */
  look: string;
}

export interface ChartColumn {
  key: string;
  /** Below it, where all of them have space. */
  label: string;
  /** On phones, and between many columns. */
  shortLabel: string;
  /** All that its small table says, for screen readers. */
  name: string;
  /** One for each series; null is unknown. */
  values: readonly (number | null)[];
  /** What it is compared with. */
  mark?: number | null;
  /** Its time is not over. */
  isSoFar?: boolean;
  /** Written above its bars. */
  figure?: string | undefined;
  /** '1 missing'; a dot between many columns. */
  note?: string | null;
}

export interface ColumnChartProps<Column extends ChartColumn> {
  label: string;
  series: readonly ChartSeries[];
  columns: readonly Column[];
  /** In the values' own unit: 100 for dollars of cents. Ticks are round numbers of it. */
  unit?: number;
  isWhole?: boolean;
  formatTick: (value: number) => string;
  height: number;
  /** The small table beside the column under the pointer or with the focus. */
  details: (column: Column) => ReactNode;
  /** By Enter or a press. */
  onOpen?: ((column: Column) => void) | undefined;
}

export const solidBar = 'bg-(--chart-solid) border-(--chart-solid)';
export const hatchedBar = 'chart-hatched border-(--chart-hatched)';

/** Columns with round ticks. One of them is a tab stop; the arrow keys move to the others. The newest at first. */
export function ColumnChart<Column extends ChartColumn>(props: ColumnChartProps<Column>) {
  const { label, columns, series, unit = 1, isWhole = false, formatTick, height, details, onOpen } = props;
  const { current, setCurrent, shown, setShown, onKeyDown } = useColumns(columns.length);
  const y = scaleOf(columns, unit).range([height, 0]).nice(4);
  const ticks = y.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick));
  const hasNotes = columns.some(({ note }) => note);
  const open = shown === null ? undefined : columns[shown];
  const step = 100 / Math.max(columns.length, 1);
  const isLeft = shown !== null && shown < columns.length / 2;
  return (
    <div className="relative pt-2" style={{ height: height + (hasNotes ? 52 : 34) }}>
      <div className="relative ml-13 max-md:ml-11" style={{ height }}>
        <div aria-hidden="true" className="text-badge text-ink-soft">
          {ticks.map((tick) => (
            <div
              key={tick}
              style={{ top: y(tick) }}
              className={classes(
                'absolute inset-x-0 border-t',
                tick === 0 ? 'border-line-strong' : 'border-line',
              )}
            >
              <span data-tick className="absolute right-full mr-2 -translate-y-1/2 whitespace-nowrap">
                {formatTick(tick)}
              </span>
            </div>
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame, and these are no fields. */}
        <div role="group" aria-label={label} onKeyDown={onKeyDown} className="absolute inset-0 flex">
          {columns.map((column, index) => (
            <Column
              key={column.key}
              {...{ column, series, height }}
              y={(value) => y(value / unit)}
              isCurrent={index === current}
              isShown={index === shown}
              onShow={(how) => {
                if (how === 'focus') setCurrent(index);
                setShown(index);
              }}
              onHide={() => setShown(null)}
              onOpen={onOpen && (() => onOpen(column))}
            />
          ))}
        </div>
        {/* Apart from the buttons, whose names say more. */}
        <div aria-hidden="true" className="absolute inset-x-0 top-full flex">
          {columns.map((column, index) => (
            <div key={column.key} data-label className="relative min-w-0 flex-1">
              <Label {...{ column, index }} count={columns.length} />
            </div>
          ))}
        </div>
        {open && (
          <div
            aria-hidden="true"
            data-chart-details
            style={isLeft ? { left: `${(shown + 1) * step}%` } : { right: `${100 - (shown ?? 0) * step}%` }}
            className={classes(
              'pointer-events-none absolute top-1 z-10 mx-1.5 w-60 max-w-full rounded-menu border border-line bg-surface px-3.5 py-2.5 text-small shadow-popup print:hidden',
              isLeft ? 'max-md:right-0 max-md:left-auto!' : 'max-md:right-auto! max-md:left-0',
            )}
          >
            {details(open)}
          </div>
        )}
      </div>
    </div>
  );
}

function scaleOf(columns: readonly ChartColumn[], unit: number) {
  const sum = (values: readonly (number | null)[], sign: 1 | -1) =>
    values.reduce<number>((sum, value) => sum + Math.max(0, sign * (value ?? 0)), 0);
  const ends = columns.flatMap(({ values, mark }) => [sum(values, 1), -sum(values, -1), mark ?? 0]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  // Without any figure zero is at the bottom.
  return scaleLinear().domain([least / unit, (least === most ? unit : most) / unit]);
}

function useColumns(count: number) {
  const [chosen, setCurrent] = useState(count - 1);
  const [shown, setShown] = useState<number | null>(null);
  const current = Math.min(chosen < 0 ? count - 1 : chosen, count - 1);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') setShown(null);
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined || to < 0 || to >= count) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')[to]?.focus();
  }

  return { current, setCurrent, shown: shown !== null && shown < count ? shown : null, setShown, onKeyDown };
}

interface ColumnProps {
  column: ChartColumn;
  series: readonly ChartSeries[];
  height: number;
  y: (value: number) => number;
  isCurrent: boolean;
  isShown: boolean;
  onShow: (how: 'focus' | 'pointer') => void;
  onHide: () => void;
  onOpen: (() => void) | undefined;
}

function Column({ column, series, height, y, isCurrent, isShown, onShow, onHide, onOpen }: ColumnProps) {
  const { name, mark, figure, isSoFar = false } = column;
  const Element = onOpen ? 'button' : 'div';
  const [opens, setOpens] = useState(true);
  return (
    <Element
      {...(onOpen ? { type: 'button' as const } : { role: 'img' })}
      aria-label={name}
      data-column
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onShow('focus')}
      onBlur={onHide}
      // A finger shows what the column says, and opens it the second time.
      onPointerDown={({ pointerType }) => setOpens(pointerType !== 'touch' || isShown)}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onShow('pointer')}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onHide()}
      // A key has no pointer.
      onClick={({ detail }) => (detail === 0 || opens ? onOpen?.() : onShow('focus'))}
      className={classes(
        'relative min-w-0 flex-1 rounded-control outline-none focus-visible:outline-2 focus-visible:outline-petrol',
        isShown && 'bg-row-hover',
      )}
      style={{ height }}
    >
      {barsOf(column.values).map(({ index, from, to }) => (
        <span
          key={series[index]?.label}
          data-bar
          style={{ top: y(Math.max(from, to)), height: Math.max(1, Math.abs(y(from) - y(to)) - 1) }}
          className={classes(
            'absolute left-1/2 w-3/5 max-w-14 -translate-x-1/2 border [print-color-adjust:exact] forced-color-adjust-none',
            series[index]?.look,
            isSoFar && 'opacity-55',
          )}
        />
      ))}
      {figure && (
        <span
          aria-hidden="true"
          data-figure
          style={{ top: y(Math.max(0, ...barsOf(column.values).map(({ to }) => to))) - 17 }}
          className="absolute inset-x-0 text-center text-badge text-ink-soft"
        >
          {figure}
        </span>
      )}
      {column.values.every((value) => value === null) && (
        // No text, which the name of the button would have to say.
        <span
          data-unknown
          className="absolute inset-x-0 bottom-1 text-center text-badge text-ink-faint after:content-['—']"
        />
      )}
      {mark != null && (
        <span
          data-mark
          style={{ top: y(mark) - 1 }}
          className={classes(
            'absolute left-1/2 w-4/5 max-w-17 -translate-x-1/2 border-t-2 border-ink',
            isSoFar && 'border-dashed',
          )}
        />
      )}
    </Element>
  );
}

/** Positive values stand on each other above zero, negative ones below it. */
function barsOf(values: readonly (number | null)[]) {
  const ends = { up: 0, down: 0 };
  return values.flatMap((value, index) => {
    if (!value) return [];
    const side = value > 0 ? 'up' : 'down';
    const from = ends[side];
    ends[side] += value;
    return [{ index, from, to: ends[side] }];
  });
}

const labelsAtMost = 14;
const shortLabelsAtMost = 8;
const wholeLabelsAtMost = 8;

function Label({ column, index, count }: { column: ChartColumn; index: number; count: number }) {
  const { label, shortLabel, isSoFar, note } = column;
  const isNth = (most: number) => index % Math.ceil(count / most) === 0;
  const isWhole = count <= wholeLabelsAtMost;
  const look = 'absolute top-full left-1/2 -translate-x-1/2 whitespace-nowrap text-badge';
  const tone = isSoFar ? 'font-semibold text-ink' : 'text-ink-soft';
  return (
    <>
      {isNth(labelsAtMost) && <span className={classes(look, tone, 'mt-1.5 max-md:hidden')}>{label}</span>}
      {isNth(shortLabelsAtMost) && (
        <span className={classes(look, tone, 'mt-1.5 md:hidden')}>{shortLabel}</span>
      )}
      {note && (
        <span
          className={classes(
            look,
            'mt-6',
            isSoFar ? 'text-ink-soft' : 'text-amber-ink',
            isWhole ? 'max-md:hidden' : 'hidden',
          )}
        >
          {note}
        </span>
      )}
      {note && (
        <span
          data-dot
          className={classes(
            look,
            'mt-8 size-1.5 rounded-full border-3 border-amber-ink',
            isWhole && 'md:hidden',
          )}
        />
      )}
    </>
  );
}

/** Which bars are of what, and what a line means. */
export function ChartKey({ look, isMark = false }: { look?: string | undefined; isMark?: boolean }) {
  const shape = isMark ? 'h-0 w-3.5 border-t-2 border-ink' : 'size-2.5 border forced-color-adjust-none';
  return (
    <span
      aria-hidden="true"
      className={classes('mr-1.5 inline-block shrink-0 align-middle [print-color-adjust:exact]', shape, look)}
    />
  );
}
