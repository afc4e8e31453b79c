import { Spinner } from '../button/spinner.tsx';

export interface LoadingProps {
  /** 'Loading users...' */
  label: string;
  className?: string | undefined;
}

/** A spinner and the words, which screen readers announce. */
export function Loading({ label, className = 'py-16' }: LoadingProps) {
  return (
    <div role="status" className={`flex items-center justify-center gap-3 text-ink-soft ${className}`}>
      <Spinner className="text-petrol" size={22} />
      {label}
    </div>
  );
}
