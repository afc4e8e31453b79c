import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { drawn, type HeldList, type Hold, type Waiting } from '../../../lib/list/hold.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../button/button.tsx';
import { anchorOf } from './anchor.ts';
import { watchHands } from './hands.ts';
import { HeldRows } from './held-rows.ts';
import { useSaidAtTimes } from './use-said-at-times.ts';

export interface HoldingProps {
  list: RefObject<HTMLElement | null>;
  hold: Hold;
  /** 'Users' */
  label: string;
  waiting: Waiting | undefined;
}

export function holdRows(): HeldList {
  return new HeldRows<never>();
}

/** Keeps the rows still while the user is at them, and says what waits: '3 new · 1 moved · Show'. */
export function Holding({ list, hold, label, waiting }: HoldingProps) {
  const rows = useStore(hold, (now) => now?.list);
  const scroll = useRef<{ box: Element; byPx: number } | null>(null);

  function show() {
    if (!rows) return;
    const anchor = list.current && anchorOf(list.current);
    const shift = rows.letGo(anchor?.id);
    scroll.current = anchor && shift !== 0 ? { box: anchor.scroller, byPx: shift * anchor.heightPx } : null;
    hold.set(drawn(rows));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts with the list and ends with it
  useEffect(() => {
    const card = list.current;
    if (!card || !rows) return;
    return watchHands(card, (isHeld) => {
      rows.isHeld = isHeld;
      if (!isHeld && rows.isWaiting) show();
    });
  }, [list, rows]);

  // In the same frame as the rows, so that the row under the pointer stays there.
  useLayoutEffect(() => {
    scroll.current?.box.scrollBy(0, scroll.current.byPx);
    scroll.current = null;
  });

  const changes = waiting ? waiting.added + waiting.moved + waiting.left : 0;
  const said = useSaidAtTimes(changes > 0 ? `${countOf(changes, 'change')} in ${label}` : '');
  return (
    <>
      <span role="status" className="sr-only">
        {said}
      </span>
      {waiting && (
        <span className="inline-flex items-center gap-1 rounded-badge bg-surface text-ink-soft max-sm:border max-sm:border-line-strong max-sm:px-2.5 max-sm:py-1">
          {describe(waiting)} ·
          <Button variant="link" onClick={show}>
            Show
          </Button>
        </span>
      )}
    </>
  );
}

function describe({ added, moved, left }: Waiting): string {
  const parts: [count: number, word: string][] = [
    [added, 'new'],
    [moved, 'moved'],
    [left, 'left'],
  ];
  return parts.flatMap(([count, word]) => (count > 0 ? `${formatNumber(count)} ${word}` : [])).join(' · ');
}
