import { Card } from '../../../components/display/card.tsx';

/** A card whose code or reader is not known yet, at its later height. */
export function CardSkeleton({ className }: { className: string }) {
  return <Card aria-hidden="true" className={className} />;
}
