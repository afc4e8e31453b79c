import { type ReactNode, Suspense } from 'react';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import type { Selecting } from './data-table-props.ts';

export interface SelectionPlaceProps {
  selecting: Pick<Selecting<never>, 'selection' | 'bar'> | undefined;
  /** The toolbar, which keeps its height behind the bar: nothing moves. */
  children: ReactNode;
}

/** While rows are chosen, their bar stands in the place of the toolbar; above a list of a phone, at the foot of the window. */
export function SelectionPlace({ selecting, children }: SelectionPlaceProps) {
  const isStacked = useMediaQuery('(width < 64rem)');
  const isOn = selecting !== undefined && !selecting.selection.isEmpty;
  const isCovered = isOn && !isStacked;
  return (
    // What sticks on a phone sticks in the card, not in a box of its own.
    <div className={isStacked ? 'contents' : 'relative shrink-0'}>
      <div inert={isCovered} className={isStacked ? 'contents' : isCovered ? 'invisible' : undefined}>
        {children}
      </div>
      {/* The same element at every width: what it has opened stays when a phone is turned. */}
      <Suspense>{isOn && selecting.bar}</Suspense>
    </div>
  );
}
