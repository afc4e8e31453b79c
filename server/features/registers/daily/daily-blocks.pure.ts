import type { Held } from '../../../../contract/departments.ts';
import type { Figures } from '../../../../contract/registers.ts';
import { type ComparedName, type Comparison, changeOf } from '../../../../contract/sales.ts';
import type { Block } from '../../../platform/email/blocks.ts';
import { dayInWords } from '../figures/days.pure.ts';

/** 'Nov 25' */
export const dateInWords = (date: string) => dayInWords(date).slice(5);

const whole = (value: number) => Math.round(value).toLocaleString('en-US').replace('-', '−');

/** Without cents: '$182,400'. Unknown is '—'. */
export function dollars(cents: number | null): string {
  if (cents === null) return '—';
  return `${cents < 0 ? '−' : ''}$${whole(Math.abs(cents) / 100)}`;
}

export const gallons = (thousandths: number | null) =>
  thousandths === null ? '—' : `${whole(thousandths / 1000)} gal`;

/** '▲ 1.4 %'. Null where no percentage can be said. */
export function changeText(comparison: Comparison | null, name: ComparedName): string | null {
  const change = comparison && changeOf(comparison, name);
  if (change === null) return null;
  const percent = (Math.abs(change) * 100).toFixed(1);
  if (percent === '0.0') return '0.0 %';
  return `${change > 0 ? '▲' : '▼'} ${percent} %`;
}

/** What is compared, and of how many locations. */
export interface Compared extends Comparison {
  locations: number;
  of: number;
  holidays: readonly { date: string; name: string }[];
}

export interface Counted {
  date: string;
  closed: number;
  of: number;
  totals: Figures;
  held: Held;
  /** With the same day of the week before. */
  compared: Compared | null;
}

/** Fewer than half: the figures say little yet. */
export const isEarly = ({ closed, of }: Pick<Counted, 'closed' | 'of'>) => closed * 2 < of;

/** 'Wed, Nov 25: 57 of 60 locations · 41,203 gal ▼ 2.1 % · merchandise $182,400 ▲ 1.4 %' */
export function subjectOf(counted: Counted, isFollowUp: boolean): string {
  const { date, closed, of, totals, compared } = counted;
  const part = (value: string, name: ComparedName) =>
    totals[name] === null ? [] : [[value, changeText(compared, name)].filter(Boolean).join(' ')];
  const locations = `${isEarly(counted) ? 'only ' : ''}${closed} of ${of} ${of === 1 ? 'location' : 'locations'}`;
  return [
    `${isFollowUp ? 'Update: ' : ''}${dayInWords(date)}: ${locations}`,
    ...part(gallons(totals.fuel_volume), 'fuel_volume'),
    ...part(`merchandise ${dollars(totals.merchandise)}`, 'merchandise'),
  ].join(' · ');
}

/** What the sums hold that nobody decided about. */
export function heldLines({ undecided, proposed_excluded, proposed_fuel }: Held): string[] {
  const of = (part: NonNullable<Held['undecided']>) => {
    const names = part.departments.map(({ code, name }) => name ?? `department ${code}`);
    const more = part.count - names.length;
    return `${dollars(part.amount)} of ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  };
  return [
    ...(proposed_excluded ? [`Leaves out ${of(proposed_excluded)} (proposed).`] : []),
    ...(proposed_fuel ? [`Counts ${of(proposed_fuel)} as fuel (proposed).`] : []),
    ...(undecided ? [`Includes ${of(undecided)} that nobody has decided about.`] : []),
  ];
}

interface Column {
  /** 'from Wed, Nov 18' */
  title: string;
  comparison: Compared | null;
}

/** Of closed days, each figure with its own changes. */
export function figuresBlock(title: string, totals: Figures, of: string, columns: readonly Column[]): Block {
  const row = (name: ComparedName, label: string, value: string) => [
    label,
    value,
    ...columns.map(({ comparison }) => changeText(comparison, name) ?? '—'),
  ];
  return {
    title,
    table: {
      head: ['', of, ...columns.map((column) => column.title)],
      rows: [
        row('fuel_volume', 'Gallons', gallons(totals.fuel_volume)),
        row('merchandise', 'Merchandise', dollars(totals.merchandise)),
        row('fuel', 'Fuel', dollars(totals.fuel)),
        row('sales', 'Transactions', totals.sales === null ? '—' : whole(totals.sales)),
      ],
    },
    paragraphs: columns.map(({ title, comparison }) => [
      `Compared ${title}: ${comparison?.locations ?? 0} of ${comparison?.of ?? 0} locations.`,
      ...(comparison?.holidays ?? []).map(
        ({ date, name }) => `Only one side has ${name}, ${dateInWords(date)}.`,
      ),
    ]),
  };
}
