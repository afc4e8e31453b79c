import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { DepartmentSales, Figures, getSalesDay } from '../../../../contract/registers.ts';
import { gradeName } from '../../../../contract/sales-breakdown.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { Card } from '../../../components/display/card.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import {
  formatMoney,
  formatQuantity,
  formatVolume,
  unknownFigure,
} from '../../../lib/format/format-money.ts';
import { departmentName, kindNames } from '../words.ts';

type Details = Pick<Answer<typeof getSalesDay>, 'fuel_by_grade' | 'departments' | 'products'>;

export interface SalesDetailsProps extends Details {
  /** Before the products, which are many. */
  children?: ReactNode;
  /** Of the same days: each sum below a table is the figure of that name. */
  figures: Pick<
    Figures,
    | 'fuel_gross'
    | 'fuel_discounts'
    | 'fuel'
    | 'fuel_volume'
    | 'merchandise_gross'
    | 'merchandise'
    | 'excluded'
  >;
}

/** Fuel by grade, departments and products, of a day or of a range. */
export function SalesDetails({ fuel_by_grade, departments, products, figures, children }: SalesDetailsProps) {
  const mayManage = useAccess().hasPermission('registers.manage');
  // Fuel stands by its grades.
  const rows = departments.filter(({ kind }) => kind !== 'fuel').sort(byKind);
  return (
    <>
      <Part title="Fuel by grade" nothing="No fuel is known." hasRows={fuel_by_grade.length > 0}>
        <PlainTable
          caption="Fuel by grade"
          columns={gradeColumns(figures.fuel_volume)}
          rows={fuel_by_grade}
          keyOf={({ grade }) => `grade ${grade}`}
          totals={[allGrades(figures)]}
        />
      </Part>
      <Part
        title="Departments"
        nothing="No department is known."
        hasRows={rows.length > 0}
        action={
          mayManage && (
            <Link to="/settings/departments" className={buttonClasses('link')}>
              Change kinds
            </Link>
          )
        }
      >
        <PlainTable
          caption="Departments"
          columns={departmentColumns(figures.merchandise)}
          rows={rows}
          keyOf={({ code, name, kind, isTotal }: DepartmentRow) => `${isTotal} ${kind} ${code} ${name}`}
          totals={totalsOf(rows, figures)}
        />
      </Part>
      {children}
      <Part
        title="Products"
        description="The most sold ones, at most 50"
        nothing="No products are known."
        hasRows={products.length > 0}
      >
        <PlainTable caption="Products" columns={productColumns} rows={products} keyOf={({ code }) => code} />
      </Part>
    </>
  );
}

interface PartProps {
  title: string;
  description?: string;
  /** In place of a table without rows. */
  nothing?: string;
  hasRows: boolean;
  action?: ReactNode;
  children: ReactNode;
}

export function Part({ title, description, nothing, hasRows, action, children }: PartProps) {
  return (
    <Card aria-label={title} className="shrink-0 print:mb-4">
      <header className="flex items-center justify-between gap-4 border-b border-line px-6 py-3.5 max-md:px-4">
        <div>
          <h2 className="font-sign text-subheading font-semibold">{title}</h2>
          {description && <p className="text-ink-soft">{description}</p>}
        </div>
        {action && <p className="print:hidden">{action}</p>}
      </header>
      {hasRows ? children : <p className="px-6 py-4 text-ink-soft max-md:px-4">{nothing}</p>}
    </Card>
  );
}

type GradeRow = Details['fuel_by_grade'][number];

function allGrades({
  fuel_gross,
  fuel_discounts,
  fuel,
  fuel_volume,
}: SalesDetailsProps['figures']): GradeRow {
  return {
    grade: '',
    name: null,
    volume: fuel_volume,
    gross: fuel_gross,
    discounts: fuel_discounts,
    net: fuel,
  };
}

const gradeColumns = (all: number | null): readonly PlainColumn<GradeRow>[] => [
  {
    head: 'Grade',
    cell: ({ grade, name, volume }) =>
      grade === '' ? 'All grades' : <Named share={shareOf(volume, all)}>{gradeName(grade, name)}</Named>,
  },
  { ...number('Gallons', ({ volume }) => formatVolume(volume)), headClasses: 'w-[18%]' },
  { ...number('$/gal', ({ gross, volume }) => priceOf(gross, volume)), headClasses: 'w-[11%]' },
  { ...number('Gross', ({ gross }) => formatMoney(gross)), headClasses: 'w-[18%]' },
  { ...number('Discounts', ({ discounts }) => minus(discounts)), headClasses: 'w-[15%]' },
  net(({ net }) => net),
];

/** '3.049' at the posted price. A journal knows what was paid alone. */
function priceOf(gross: number | null, volume: number | null): string {
  if (gross === null || !volume) return unknownFigure;
  return formatVolume(Math.round((gross * 10_000) / volume));
}

interface DepartmentRow
  extends Omit<DepartmentSales, 'net' | 'discounts' | 'promotions' | 'refunds' | 'count'> {
  net: number | null;
  isTotal?: boolean;
}

/** Merchandise first, then what passes money through; each as the server orders it. */
const byKind = (a: DepartmentRow, b: DepartmentRow) =>
  Number(a.kind === 'excluded') - Number(b.kind === 'excluded');

function totalsOf(rows: readonly DepartmentRow[], figures: SalesDetailsProps['figures']): DepartmentRow[] {
  const { merchandise, merchandise_gross, excluded } = figures;
  const total = { code: '', name: null, basis: 'decided', quantity: null, isTotal: true } as const;
  const all: DepartmentRow[] = [
    { ...total, kind: 'merchandise', gross: merchandise_gross, net: merchandise },
    { ...total, kind: 'excluded', gross: null, net: excluded },
  ];
  return all.filter(({ kind }) => rows.some((row) => row.kind === kind));
}

const departmentColumns = (all: number | null): readonly PlainColumn<DepartmentRow>[] => [
  {
    head: 'Department',
    cell: ({ code, name, kind, net, isTotal }) =>
      isTotal ? (
        kindNames[kind]
      ) : (
        <Named share={kind === 'merchandise' ? shareOf(net, all) : null}>
          {departmentName(code, name)}
          {name && <span className="text-small font-normal text-ink-soft"> {code}</span>}
        </Named>
      ),
  },
  {
    head: 'Kind',
    cell: ({ kind, basis, isTotal }) => !isTotal && <Kind kind={kind} basis={basis} />,
    isExtra: true,
    isPlain: true,
    headClasses: 'w-[19%] pl-2',
    cellClasses: 'pl-2',
  },
  {
    ...number('Units', ({ quantity, isTotal }) => !isTotal && formatQuantity(quantity)),
    headClasses: 'w-[11%]',
  },
  {
    ...number(
      'Share',
      ({ kind, net, isTotal }) => !isTotal && kind === 'merchandise' && percent(shareOf(net, all)),
    ),
    headClasses: 'w-[11%]',
  },
  {
    ...number('Gross', ({ kind, gross, isTotal }) => !(isTotal && kind === 'excluded') && formatMoney(gross)),
    headClasses: 'w-[17%]',
  },
  net(({ net }) => net),
];

function Kind({ kind, basis }: Pick<DepartmentSales, 'kind' | 'basis'>) {
  if (basis === 'undecided') return <span className="font-semibold text-amber-ink">Undecided</span>;
  if (basis === 'decided') return kindNames[kind];
  return (
    <>
      {kindNames[kind]} <span className="text-small text-amber-ink">proposed</span>
    </>
  );
}

const productColumns: readonly PlainColumn<Details['products'][number]>[] = [
  { head: 'Product', cell: ({ name }) => <span className="font-semibold">{name ?? 'No name'}</span> },
  { head: 'Code', cell: ({ code }) => code, isExtra: true, isPlain: true, cellClasses: 'text-ink-soft' },
  { head: 'Units', cell: ({ quantity }) => formatQuantity(quantity), isNumber: true, headClasses: 'w-28' },
];

function number<Row>(head: string, cell: (row: Row) => ReactNode): PlainColumn<Row> {
  return { head, cell, isNumber: true, isExtra: true };
}

function net<Row>(of: (row: Row) => number | null): PlainColumn<Row> {
  return {
    ...{ head: 'Net', cell: (row: Row) => formatMoney(of(row)), isNumber: true },
    ...{ headClasses: 'w-[19%]', cellClasses: 'font-semibold' },
  };
}

function minus(cents: number | null): string {
  return formatMoney(cents === null ? null : 0 - cents);
}

/** In tenths of a percent. */
function shareOf(part: number | null, all: number | null): number | null {
  return part === null || !all || all < 0 || part < 0 ? null : Math.round((part * 1000) / all);
}

function percent(tenths: number | null): string {
  return tenths === null ? unknownFigure : `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}

/** A name over a bar as long as its share, which a column also says in figures. */
function Named({ share, children }: { share: number | null; children: ReactNode }) {
  return (
    <span className="relative block font-semibold wrap-anywhere">
      {children}
      {share !== null && (
        <span
          aria-hidden="true"
          className="absolute -bottom-1 left-0 h-0.75 max-w-full rounded-full bg-petrol opacity-60 phone:hidden print:hidden"
          style={{ width: `${Math.min(share, 1000) / 10}%` }}
        />
      )}
    </span>
  );
}
