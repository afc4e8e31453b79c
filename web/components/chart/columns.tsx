import { type KeyboardEvent, type ReactNode, useState } from 'react';

/** One column is a tab stop; the arrow keys move to the others. The newest at first. */
export function useColumns(count: number) {
  const [chosen, setCurrent] = useState(count - 1);
  const current = Math.min(chosen, count - 1);

  function onKeyDown(event: KeyboardEvent<SVGSVGElement>) {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined || to < 0 || to >= count) return;
    event.preventDefault();
    setCurrent(to);
    const columns = event.currentTarget.querySelectorAll<SVGGElement>('[data-column]');
    // After the key press, which closes the visible tooltip.
    setTimeout(() => columns[to]?.focus());
  }

  return { current, setCurrent, onKeyDown };
}

export interface ColumnProps {
  /** Also the tooltip. */
  name: string;
  index: number;
  /** In percent. */
  step: number;
  height: number;
  isCurrent: boolean;
  onFocus: () => void;
  children: ReactNode;
}

/** Positions are in percent: a chart is as wide as its card without being measured. */
export function Column({ name, index, step, height, isCurrent, onFocus, children }: ColumnProps) {
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it takes the focus only to show its tooltip.
    <g
      role="img"
      aria-label={name}
      data-tooltip={name}
      data-column
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      className="group outline-none"
    >
      <rect
        x={`${index * step}%`}
        width={`${step}%`}
        y={0}
        height={height}
        rx={4}
        className="fill-transparent stroke-2 group-hover:fill-row-hover group-focus-visible:fill-row-hover group-focus-visible:stroke-petrol"
      />
      {children}
    </g>
  );
}
