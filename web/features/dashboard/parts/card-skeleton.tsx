import { Card } from '../../../components/display/card.tsx';

/** A card of the final height, while its code or the permissions of the user are loading. */
export function CardSkeleton({ className }: { className: string }) {
  return <Card aria-hidden="true" className={className} />;
}
