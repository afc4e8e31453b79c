import type { ReactNode } from 'react';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { getSalesDay, PartSource } from '../../../../contract/registers.ts';
import { Card } from '../../../components/display/card.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { formatCount, formatMoney } from '../../../lib/format/format-money.ts';
import { HeldMoney } from '../departments/held-money.tsx';
import { sourceNames } from '../words.ts';

export type Day = Answer<typeof getSalesDay>;

interface Line {
  label: string;
  value: string;
  note?: ReactNode;
  /** What the lines above it add up to. */
  isSum?: boolean;
}

/** How the revenue of a day adds up, and what stands beside it. Without a day, its empty lines. */
export function Statement({ day }: { day: Day | undefined }) {
  const lines = day ? linesOf(day) : emptyLines;
  const beside = day ? besideOf(day) : emptyBeside;
  return (
    <Card aria-labelledby="statement" className="shrink-0 print:mb-4" aria-busy={!day || undefined}>
      <h2
        id="statement"
        className="border-b border-line px-6 py-3.5 font-sign text-subheading font-semibold max-md:px-4"
      >
        How revenue adds up
      </h2>
      <table className="w-full table-fixed">
        <caption className="sr-only">How revenue adds up</caption>
        <tbody>
          {lines.map(({ label, value, note, isSum }) => (
            <tr
              key={label}
              className={isSum ? 'border-y border-line bg-surface-raised font-semibold' : undefined}
            >
              <th
                scope="row"
                className={classes(
                  'py-2 pl-6 text-left max-md:pl-4',
                  isSum ? 'font-semibold' : 'font-normal',
                )}
              >
                {label}
                {note && <span className="block text-small font-normal text-ink-soft">{note}</span>}
              </th>
              <td className="w-36 py-2 pr-6 pl-2 text-right whitespace-nowrap max-md:pr-4">{value}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-sign text-heading font-semibold">
            <th scope="row" className="py-2.5 pl-6 text-left max-md:pl-4">
              Revenue
              {day && partOf(day) && (
                <span className="block font-sans text-small font-normal text-ink-soft">{partOf(day)}</span>
              )}
            </th>
            <td className="w-36 py-2.5 pr-6 pl-2 text-right whitespace-nowrap max-md:pr-4">
              {day ? formatMoney(day.revenue) : blank}
            </td>
          </tr>
        </tfoot>
      </table>
      {day && (
        <HeldMoney held={day.held} className="border-t border-line px-6 py-2.5 max-md:px-4 max-md:py-4" />
      )}
      <dl className="grid gap-1.5 border-t border-line px-6 pt-3 pb-4 max-md:px-4">
        {beside.map(({ label, value, note }) => (
          <div key={label} className="flex justify-between gap-3">
            <dt>
              {label}
              {note && <span className="block text-small text-ink-soft">{note}</span>}
            </dt>
            <dd className="font-semibold whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const blank = '\u00a0';
const emptyOf = (labels: readonly string[], sums: readonly string[] = []) =>
  labels.map((label): Line => ({ label, value: blank, isSum: sums.includes(label) }));
const sums = ['Fuel', 'Merchandise'];
const posted = ['Fuel at the posted price', 'Discounts at pump and till', 'Fuel'];
const allReductions = 'Discounts, promotions, refunds';
const emptyLines = emptyOf([...posted, 'Merchandise, gross', allReductions, 'Merchandise'], sums);
const emptyBeside = emptyOf(['Tax', 'Excluded', 'Transactions', 'Refunds']);

function linesOf(day: Day): Line[] {
  const { sources, journal } = day;
  return [
    { label: 'Fuel at the posted price', value: formatMoney(day.fuel_gross) },
    { label: 'Discounts at pump and till', value: formatMoney(minus(day.fuel_discounts)) },
    {
      ...{ label: 'Fuel', value: formatMoney(day.fuel), isSum: true },
      note: noteOf(day, sources.fuel, journal?.fuel),
    },
    { label: 'Merchandise, gross', value: formatMoney(day.merchandise_gross) },
    ...reductionsOf(day).map(([label, cents]) => ({ label, value: formatMoney(minus(cents)) })),
    {
      ...{ label: 'Merchandise', value: formatMoney(day.merchandise), isSum: true },
      note: noteOf(day, sources.merchandise, journal?.merchandise),
    },
  ];
}

function besideOf(day: Day): Line[] {
  const { sources, journal } = day;
  return [
    { label: 'Tax', value: formatMoney(day.tax), note: noteOf(day, sources.tax, journal?.tax) },
    { label: 'Excluded', value: formatMoney(day.excluded) },
    { label: 'Transactions', value: formatCount(day.sales), note: noteOf(day, sources.sales, null) },
    { label: 'Refunds', value: formatCount(day.refunds) },
  ];
}

function minus(cents: number | null): number | null {
  return cents === null ? null : 0 - cents;
}

/** One by one where they are known and are what was subtracted. */
function reductionsOf({ departments, merchandise, merchandise_gross }: Day): [string, number | null][] {
  const all = merchandise === null || merchandise_gross === null ? null : merchandise_gross - merchandise;
  const sold = departments.filter(({ kind }) => kind === 'merchandise');
  const sumOf = (part: 'discounts' | 'promotions' | 'refunds') =>
    sold.reduce<number | null>(
      (sum, one) => (sum === null || one[part] === null ? null : sum + one[part]),
      0,
    );
  const parts = [sumOf('discounts'), sumOf('promotions'), sumOf('refunds')];
  const known = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  if (!all || parts.includes(null) || known !== all) return [[allReductions, all]];
  const labels = ['Discounts', 'Promotions', 'Refunds in departments'];
  return labels
    .map((label, index): [string, number | null] => [label, parts[index] ?? null])
    .filter(([, part]) => part !== 0);
}

/** Where all parts of the day come from, when that is one place. */
export function sourceOf({ sources }: Day): PartSource | null {
  const [first, ...others] = new Set(Object.values(sources).filter((source) => source !== null));
  return first && others.length === 0 ? first : null;
}

function noteOf(day: Day, source: PartSource | null, journal: number | null | undefined): string | undefined {
  const from = source && !sourceOf(day) && `From the ${sourceNames[source]}`;
  const beside = journal !== null && journal !== undefined && `Journal ${formatMoney(journal)}`;
  return [from, beside].filter(Boolean).join(' · ') || undefined;
}

function partOf({ fuel, merchandise, revenue }: Day): string | null {
  if (revenue === null || (fuel !== null && merchandise !== null)) return null;
  return fuel === null ? 'Merchandise only' : 'Fuel only';
}
