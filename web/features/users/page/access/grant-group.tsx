import { Fragment, type ReactNode, useId, useState } from 'react';
import { Button } from '../../../../components/button/button.tsx';
import { GroupHeader } from '../../../../components/display/group-header.tsx';
import { formatNumber } from '../../../../lib/format/format-number.ts';

const shownAtFirst = 12;

export interface GrantGroupProps<Row> {
  title: string;
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  expected: number;
  none: string;
  action: ReactNode;
  children: (row: Row) => ReactNode;
}

export function GrantGroup<Row extends { id: string }>({
  title,
  rows,
  expected,
  none,
  action,
  children,
}: GrantGroupProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const shown = isWhole ? rows : rows?.slice(0, shownAtFirst);
  const count = rows?.length ?? expected;
  return (
    <>
      <GroupHeader className="border-t">
        <h3 id={id} className="font-semibold">
          {title} <span className="font-normal text-ink-soft">{formatNumber(count)}</span>
        </h3>
        {action}
      </GroupHeader>
      <ul aria-labelledby={id} aria-busy={rows === undefined}>
        {shown?.map((row) => (
          <Fragment key={row.id}>{children(row)}</Fragment>
        ))}
        {rows ? (
          rows.length === 0 && (
            <li className="flex min-h-13 items-center border-t border-line px-6 text-ink-faint max-md:px-4">
              {none}
            </li>
          )
        ) : (
          <Placeholders count={Math.min(Math.max(expected, 1), shownAtFirst)} />
        )}
      </ul>
      {rows && shown && shown.length < rows.length && (
        <p className="flex min-h-13 items-center border-t border-line px-6 max-md:px-4">
          <Button variant="link" onClick={() => setWhole(true)}>
            Show all {formatNumber(rows.length)}
          </Button>
        </p>
      )}
    </>
  );
}

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
