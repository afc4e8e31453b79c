import { Suspense } from 'react';
import { useStore } from '../../lib/store.ts';
import { lazyPart } from '../loading/lazy-part.tsx';
import type { HoldingProps } from './hold/holding.tsx';

const Holding = lazyPart(async () => (await import('./hold/holding.tsx')).Holding);

/** '3 new · 1 moved · Show'; its code comes with what holds lists. */
export function HoldNote(props: HoldingProps) {
  const isHolding = useStore(props.hold) !== null;
  return <Suspense>{isHolding && <Holding {...props} />}</Suspense>;
}
