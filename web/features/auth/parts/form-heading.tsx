import type { ReactNode } from 'react';

export function FormHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-7">
      <h1 className="font-sign text-hero font-semibold text-balance">{title}</h1>
      {children && <p className="mt-1 text-input text-ink-soft">{children}</p>}
    </div>
  );
}
