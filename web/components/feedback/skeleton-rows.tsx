import { useIsSlow } from '../../lib/browser/use-is-slow.ts';
import { useIsOutageShown } from './outage.tsx';

export interface SkeletonRowsProps {
  /** 'Loading stock...' */
  label: string;
  count?: number;
}

/** The rows of a list before its first answer, in their place. */
export function SkeletonRows({ label, count = 10 }: SkeletonRowsProps) {
  const isOutage = useIsOutageShown();
  const isSlow = useIsSlow(!isOutage);
  return (
    <div className="relative">
      <p role="status" className="absolute inset-x-0 top-3 text-center text-ink-soft">
        <span className="sr-only">{label}</span>
        {isSlow && 'Still trying…'}
      </p>
      <div aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: all are alike.
            key={index}
            className="flex h-11 items-center justify-between gap-6 border-b border-line px-6 last:border-b-0 max-md:px-4"
          >
            <span className="h-2.5 w-2/5 rounded-full bg-line" />
            <span className="h-2.5 w-1/6 rounded-full bg-line" />
          </div>
        ))}
      </div>
    </div>
  );
}
