import type { ReactNode } from 'react';

export function RailLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 text-small max-md:min-h-11">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="flex min-w-0 items-center gap-3 text-right">{children}</dd>
    </div>
  );
}
