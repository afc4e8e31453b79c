import { scaleBand, scaleLinear } from 'd3-scale';
import { type KeyboardEvent, useState } from 'react';
import type { Week } from '../../../../contract/dashboard.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { dayName, weekName } from './week-name.ts';

const height = 120;
const labelHeight = 24;
/** Only every third week has a label. */
const labelStep = 3;

/**
 * A column per week: joiners above the line, leavers below. One column is a tab stop; the arrow keys move to the
 * others. Positions are in percent, so that the chart is as wide as its card without being measured.
 */
export function WeekChart({ weeks }: { weeks: readonly Week[] }) {
  const [current, setCurrent] = useState(weeks.length - 1);
  const x = scaleBand<number>()
    .domain(weeks.map((_, index) => index))
    .range([0, 100])
    .paddingInner(0.35)
    .paddingOuter(0.1);
  const most = (of: 'joined' | 'left') => Math.max(...weeks.map((week) => week[of]));
  // Without any users, the line is where it would be with a few.
  const y = scaleLinear()
    .domain([-Math.max(most('left'), 1), Math.max(most('joined'), 1)])
    .range([height, 4]);
  const zero = y(0);

  function onKeyDown(event: KeyboardEvent<SVGSVGElement>) {
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: weeks.length - 1 }[event.key];
    if (to === undefined || to < 0 || to >= weeks.length) return;
    event.preventDefault();
    setCurrent(to);
    const columns = event.currentTarget.querySelectorAll<SVGGElement>('[data-column]');
    // After the key press, which closes the visible tooltip.
    setTimeout(() => columns[to]?.focus());
  }

  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its columns have names, and a title would be a tooltip of its own.
    <svg width="100%" height={height + labelHeight} onKeyDown={onKeyDown} className="overflow-visible">
      {weeks.map(({ starts_on, joined, left }, index) => {
        const start = x(index) ?? 0;
        const text = `${weekName(starts_on)}: ${formatNumber(joined)} joined, ${formatNumber(left)} left`;
        return (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it takes the focus only to show its tooltip.
          <g
            key={starts_on}
            role="img"
            aria-label={text}
            data-tooltip={text}
            data-column
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            className="group outline-none"
          >
            <rect
              x={`${start - (x.step() - x.bandwidth()) / 2}%`}
              width={`${x.step()}%`}
              y={0}
              height={height}
              rx={4}
              className="fill-transparent stroke-2 group-hover:fill-row-hover group-focus-visible:fill-row-hover group-focus-visible:stroke-petrol"
            />
            {joined > 0 && (
              <rect
                x={`${start}%`}
                width={`${x.bandwidth()}%`}
                y={y(joined)}
                height={zero - y(joined)}
                rx={2}
                className="fill-petrol group-data-old/card:fill-ink-faint"
              />
            )}
            {left > 0 && (
              <rect
                x={`${start}%`}
                width={`${x.bandwidth()}%`}
                y={zero + 1}
                height={y(-left) - zero}
                rx={2}
                className="fill-(--role-default) group-data-old/card:fill-ink-faint"
              />
            )}
          </g>
        );
      })}
      <line x1="0" x2="100%" y1={zero + 0.5} y2={zero + 0.5} className="stroke-line-strong" />
      {weeks.map(({ starts_on }, index) =>
        index % labelStep === 0 ? (
          <text
            key={starts_on}
            x={`${x(index)}%`}
            y={height + labelHeight - 6}
            className="fill-ink-soft text-badge"
          >
            {dayName(starts_on)}
          </text>
        ) : null,
      )}
    </svg>
  );
}
