import { Fragment, type ReactNode, useId, useState } from 'react';
import { Button } from '../../../../components/button/button.tsx';
import { GroupHeader } from '../../../../components/display/group-header.tsx';
import { WaitingNote } from '../../../../components/table/waiting-note.tsx';
import { formatNumber } from '../../../../lib/format/format-number.ts';
import { useStillRows } from '../../../../lib/list/still-rows.ts';

const shownAtFirst = 12;

export interface GrantGroupProps<Row> {
  title: string;
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  readAt: number;
  expected: number;
  none: string;
  action: ReactNode;
  children: (row: Row, left: string | undefined) => ReactNode;
}

export function GrantGroup<Row extends { id: string }>({
  title,
  rows,
  readAt,
  expected,
  none,
  action,
  children,
}: GrantGroupProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const still = useStillRows(rows ?? noRows, {
    about: '',
    readAt: rows ? readAt : 0,
    whyLeft: 'Removed by another user just now',
  });
  const shown = isWhole ? still.rows : still.rows.slice(0, shownAtFirst);
  const count = rows?.length ?? expected;
  return (
    <section aria-labelledby={id}>
      <GroupHeader className="relative border-t">
        <h3 id={id} className="font-semibold">
          {title} <span className="font-normal text-ink-soft">{formatNumber(count)}</span>
        </h3>
        {/* On a phone it is above the title, so that it moves no row. */}
        <div className="max-md:absolute max-md:left-4 max-md:z-1">
          <WaitingNote label={title} {...still.note} />
        </div>
        {action}
      </GroupHeader>
      <ul aria-labelledby={id} data-rows aria-busy={rows === undefined}>
        {shown.map((row) => (
          <Fragment key={row.id}>{children(row, still.whyLeft(row.id))}</Fragment>
        ))}
        {rows ? (
          still.rows.length === 0 && (
            <li className="flex min-h-13 items-center border-t border-line px-6 text-ink-faint max-md:px-4">
              {none}
            </li>
          )
        ) : (
          <Placeholders count={Math.min(Math.max(expected, 1), shownAtFirst)} />
        )}
      </ul>
      {shown.length < still.rows.length && (
        <p className="flex min-h-13 items-center border-t border-line px-6 max-md:px-4">
          <Button variant="link" onClick={() => setWhole(true)}>
            Show all {formatNumber(still.rows.length)}
          </Button>
        </p>
      )}
    </section>
  );
}

const noRows: readonly never[] = [];

function Placeholders({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => index).map((index) => (
    <li
      key={index}
      className="flex h-13 items-center border-t border-line px-6 max-md:h-16 max-md:px-4"
      aria-hidden="true"
    >
      <span className="h-2.5 w-40 rounded-full bg-line" />
    </li>
  ));
}
