import { useIsSlow } from '../../lib/browser/use-is-slow.ts';
import { Spinner } from '../button/spinner.tsx';
import { SkeletonLines, useIsOutageShown } from './outage.tsx';

/** After two seconds, screen readers hear that loading continues. */
export function Loading({ label, className = 'py-16' }: { label: string; className?: string | undefined }) {
  const isSlow = useIsSlow(true);
  if (useIsOutageShown()) return <SkeletonLines className={className} />;
  return (
    <div
      role="status"
      className={`relative flex items-center justify-center gap-3 text-ink-soft ${className}`}
    >
      <Spinner className="text-petrol" size={22} />
      {label}
      {/* Below the text, so that the text does not move. */}
      {isSlow && (
        <span className="absolute inset-x-0 top-1/2 mt-3.5 text-center text-small">Still trying…</span>
      )}
    </div>
  );
}
