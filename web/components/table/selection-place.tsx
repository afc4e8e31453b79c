import { type ReactNode, Suspense } from 'react';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import type { Selecting } from './data-table-props.ts';

export interface SelectionPlaceProps {
  selecting: Pick<Selecting<never>, 'selection' | 'bar'> | undefined;
  children: ReactNode;
}

export function SelectionPlace({ selecting, children }: SelectionPlaceProps) {
  const isStacked = useMediaQuery('(width < 64rem)');
  const isOn = selecting !== undefined && !selecting.selection.isEmpty;
  const isCovered = isOn && !isStacked;
  return (
    // Sticky elements of a phone stick to the card, not to a box of their own.
    <div className={isStacked ? 'contents' : 'relative shrink-0'}>
      <div inert={isCovered} className={isStacked ? 'contents' : isCovered ? 'invisible' : undefined}>
        {children}
      </div>
      {/* The same element at every width, so that its open popups stay when a phone is turned. */}
      <Suspense>{isOn && selecting.bar}</Suspense>
    </div>
  );
}
