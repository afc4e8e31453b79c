import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type breakdownKinds,
  type breakdownSpans,
  gradeName,
  type SalesPart,
} from '../../../../contract/sales-breakdown.ts';
import { Button } from '../../../components/button/button.tsx';
import { RowsCard, type RowsCardProps } from '../../../components/feed-page/rows-card.tsx';
import { Segments } from '../../../components/form/segments.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import {
  formatCount,
  formatMoney,
  formatQuantity,
  formatVolume,
  unknownFigure,
} from '../../../lib/format/format-money.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { nameOfTender } from '../till-words.ts';
import { departmentName, kindNames } from '../words.ts';
import { nameOfDays } from './days.ts';
import { GradeName } from './grade-name.tsx';
import { type BreakdownQuestion, breakdownQuery } from './sales.api.ts';

type Kind = (typeof breakdownKinds)[number];
type Column = PlainColumn<SalesPart, never>;

const kindLabels: Record<Kind, string> = { department: 'Department', grade: 'Grade', tender: 'Payment' };

interface BreakdownTableProps extends Pick<RowsCardProps<never>, 'head' | 'empty'> {
  question: BreakdownQuestion;
  /** One department, grade or tender, to see where and when it was sold. */
  onChoose: (part: Pick<SalesPart, 'code' | 'key'>) => void;
  onBack: () => void;
  onSpan: (by: Span) => void;
}

type Span = (typeof breakdownSpans)[number];

const spans: readonly (readonly [Span, string])[] = [
  ['location', 'By location'],
  ['day', 'By day'],
  ['week', 'By week'],
  ['month', 'By month'],
];

/** Departments, grades or tenders of all chosen locations; one of them by location, day, week or month. */
export function BreakdownTable(props: BreakdownTableProps) {
  const { empty, question, onChoose } = props;
  const query = useInfiniteQuery(breakdownQuery(question));
  const { of, code } = question;
  const parts = query.data?.pages.flatMap((page) => page.parts);
  const first: Column = {
    head: code === undefined ? kindLabels[of] : question.by === 'location' ? 'Location' : 'Days',
    cell: (part) => (code === undefined ? <Choose {...{ part, of, onChoose }} /> : whereOf(part)),
    headClasses: 'w-[20%] print:w-[16%]',
    cellClasses: 'font-semibold wrap-anywhere',
  };
  return (
    <RowsCard
      {...{ empty, query }}
      head={
        <>
          {props.head}
          {code !== undefined && <OneOfThem {...props} part={parts?.[0]} />}
        </>
      }
      rows={parts}
      more="Show more"
    >
      {(parts) => (
        <PlainTable
          caption={`Sales by ${kindLabels[of].toLowerCase()}`}
          columns={[first, ...columnsOf[of]]}
          rows={parts}
          keyOf={({ code, key, counts_as, location, from }) =>
            [code, key, counts_as, location?.id, from].join(' ')
          }
          rowClasses="relative hover:bg-row-hover"
        />
      )}
    </RowsCard>
  );
}

function OneOfThem({
  question,
  part,
  onBack,
  onSpan,
}: BreakdownTableProps & { part: SalesPart | undefined }) {
  const { of, by = 'location' } = question;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-6 py-2 max-md:px-4">
      <Button variant="link" onClick={onBack}>
        All {kindLabels[of].toLowerCase()}s
      </Button>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="mr-3 font-semibold">{part && nameOfPart(part, of)}</span>
        {part && of === 'grade' && <GradeName grade={part} />}
      </p>
      <Segments
        label="Show it by"
        options={spans}
        value={by}
        onChange={onSpan}
        className="max-md:grid max-md:w-full max-md:grid-cols-2"
      />
    </div>
  );
}

function whereOf({ location, from, to }: SalesPart): string {
  if (location) return location.name;
  return from && to ? nameOfDays(from, to) : 'All';
}

export function nameOfPart({ name, code }: Pick<SalesPart, 'name' | 'code'>, of: Kind): string {
  if (of === 'tender') return nameOfTender(code);
  if (of === 'grade') return gradeName(code, name);
  return name ? `${name} (${code})` : departmentName(code, name);
}

function Choose({
  part,
  of,
  onChoose,
}: Pick<BreakdownTableProps, 'onChoose'> & { part: SalesPart; of: Kind }) {
  return (
    <Button
      variant="link"
      className="text-left! text-ink! after:absolute after:inset-0"
      onClick={() => onChoose(part)}
    >
      {nameOfPart(part, of)}
    </Button>
  );
}

function number(head: string, cell: Column['cell'], isExtra = true): Column {
  return { head, cell, isNumber: true, ...(isExtra ? { isExtra } : { headClasses: 'max-md:w-32' }) };
}

const amount = number('Amount', ({ amount }) => formatMoney(amount), false);

type SomeDaysSum = 'gross' | 'discounts' | 'promotions' | 'refunds' | 'quantity';

/** Days that do not know it, such as those of a journal alone, are not in the sum. */
function ofSomeDays(head: string, part: SomeDaysSum, format: (value: number | null) => string): Column {
  return number(head, (sums) => {
    const { days, [part]: sum, [`days_without_${part}` as const]: without } = sums;
    return (
      <>
        {format(sum)}
        {sum !== null && without > 0 && (
          <span className="block text-small text-ink-soft phone:ml-1.5 phone:inline print:whitespace-normal">
            of {formatNumber(days - without)} of {countOf(days, 'day')}
          </span>
        )}
      </>
    );
  });
}

const columnsOf: Record<Kind, readonly Column[]> = {
  department: [
    {
      head: 'Kind',
      cell: (part) => <CountsAs part={part} />,
      isExtra: true,
    },
    ofSomeDays('Units', 'quantity', formatQuantity),
    ofSomeDays('Gross', 'gross', formatMoney),
    ofSomeDays('Discounts', 'discounts', formatMoney),
    ofSomeDays('Promotions', 'promotions', formatMoney),
    ofSomeDays('Refunds', 'refunds', formatMoney),
    number('Net', ({ amount }) => formatMoney(amount), false),
  ],
  grade: [
    ofSomeDays('Gallons', 'quantity', formatVolume),
    ofSomeDays('Gross', 'gross', formatMoney),
    ofSomeDays('Discounts', 'discounts', formatMoney),
    number('Per gallon', ({ amount, quantity, days_without_quantity }) =>
      // The gallons of some days are not those of the amount.
      perGallon(days_without_quantity > 0 ? null : amount, quantity),
    ),
    number('Margin per gallon', ({ costed }) =>
      costed ? perGallon(costed.amount - costed.cost, costed.quantity) : unknownFigure,
    ),
    number('Net', ({ amount }) => formatMoney(amount), false),
  ],
  tender: [number('Count', ({ count }) => formatCount(count)), amount],
};

/** '$3.049', of cents and thousandths of a gallon. */
function perGallon(cents: number | null, thousandths: number | null): string {
  if (cents === null || !thousandths || thousandths < 0) return unknownFigure;
  const dollars = (cents * 10) / thousandths;
  return `${dollars < 0 ? '−' : ''}$${Math.abs(dollars).toFixed(3)}`;
}

function CountsAs({ part: { counts_as, proposed, undecided } }: { part: SalesPart }) {
  if (!counts_as) return unknownFigure;
  const note = undecided ? 'undecided' : proposed ? 'proposed' : null;
  return (
    <>
      {kindNames[counts_as]}
      {note && <span className="text-amber-ink"> · {note}</span>}
    </>
  );
}
