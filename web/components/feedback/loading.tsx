import { useEffect, useState } from 'react';
import { Spinner } from '../button/spinner.tsx';

export interface LoadingProps {
  /** 'Loading users...' */
  label: string;
  className?: string | undefined;
}

const slowMs = 2000;

/** A spinner and its text, which screen readers announce. After two seconds they also hear that loading continues. */
export function Loading({ label, className = 'py-16' }: LoadingProps) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
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
