import { Fragment, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { GroupHeader } from '../../components/display/group-header.tsx';
import { LeftNote, leftProps } from '../../components/display/left-row.tsx';
import { IconX } from '../../components/icons/icons.ts';
import { WaitingNote } from '../../components/table/waiting-note.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { useStillRows } from '../../lib/list/still-rows.ts';
import { messageOf } from '../../lib/network/request-failed.ts';

const shownAtFirst = 12;

interface GrantGroupProps<Row> {
  title: string;
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  readAt: number;
  /** How many they will be; undefined until that is known. */
  expected: number | undefined;
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
  const folded = (rows ? still.rows.length : (expected ?? 0)) - shownAtFirst;
  return (
    <section aria-labelledby={id}>
      <GroupHeader className="relative border-t">
        <h3 id={id} className="font-semibold">
          {title}{' '}
          <span className="font-normal text-ink-soft">{count !== undefined && formatNumber(count)}</span>
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
          <Placeholders count={Math.min(Math.max(expected ?? shownAtFirst, 1), shownAtFirst)} />
        )}
      </ul>
      {folded > 0 && !isWhole && (
        <p className="flex min-h-13 items-center border-t border-line px-6 max-md:px-4">
          <Button variant="link" onClick={() => setWhole(true)}>
            Show {formatNumber(folded)} more
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

interface GrantRowProps {
  id: string;
  name: string;
  /** Why it left the list. */
  left: string | undefined;
  children: ReactNode;
  /** Who granted it. */
  why: ReactNode;
  removal?:
    | {
        run: () => void;
        isPending: boolean;
        error: Error | null;
        whyNot: string | undefined;
        /** In place of 'Remove {name}', and of 'Remove'. */
        label?: string;
        verb?: string;
      }
    | undefined;
}

/** Its ✕ asks in place before it removes it. */
export function GrantRow({ id, name, left, children, why, removal }: GrantRowProps) {
  const [isConfirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = removal?.label ?? `Remove ${name}`;
  const keep = () => {
    setConfirming(false);
    // The button is rendered again after this render.
    setTimeout(() => button.current?.focus());
  };
  return (
    <li
      data-row={id}
      {...leftProps(left)}
      className="relative flex min-h-13 items-center gap-x-4 border-t border-line px-6 py-1.5 hover:bg-row-hover has-[[data-row-main]:active]:bg-line max-md:min-h-16 max-md:px-4"
    >
      {removal && isConfirming ? (
        <fieldset
          aria-label={`${label}?`}
          className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5 in-data-left:opacity-45"
          onKeyDown={(event) => {
            if (event.key === 'Escape') keep();
          }}
        >
          <span className="min-w-0 flex-1 basis-48 font-medium wrap-anywhere">{label}?</span>
          <span className="flex gap-2">
            <Button
              variant="danger"
              loading={removal.isPending}
              loadingLabel={removal.verb ?? 'Removing...'}
              onClick={removal.run}
            >
              {removal.verb ?? 'Remove'}
            </Button>
            {/* A hasty Enter removes nothing. */}
            <Button variant="secondary" autoFocus disabled={removal.isPending} onClick={keep}>
              Keep
            </Button>
          </span>
          {removal.error && (
            <p role="alert" className="w-full pb-1 text-small text-bad">
              {messageOf(removal.error, 'Removing failed')}
            </p>
          )}
        </fieldset>
      ) : (
        <>
          <div className="flex min-w-0 flex-1 items-center justify-between gap-x-4 max-md:flex-col max-md:items-start max-md:gap-y-0.5 in-data-left:opacity-45">
            <div className="max-w-full min-w-0">{children}</div>
            {why}
          </div>
          {removal && (
            <IconButton
              ref={button}
              label={label}
              tooltip={removal.whyNot ?? removal.verb ?? 'Remove'}
              disabled={removal.whyNot !== undefined}
              icon={<IconX size={18} aria-hidden="true" />}
              className="relative -mr-2 in-data-left:opacity-45!"
              onClick={() => setConfirming(true)}
            />
          )}
        </>
      )}
      {left && <LeftNote why={left} />}
    </li>
  );
}
