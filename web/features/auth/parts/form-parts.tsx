import type { ReactNode } from 'react';

export function FormHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-7">
      <h1 className="font-sign text-hero font-semibold text-balance">{title}</h1>
      {children && <p className="mt-1 text-input text-ink-soft">{children}</p>}
    </div>
  );
}

/** The error of a form, between its heading and its fields. One line is reserved for it, so that it moves nothing. */
export function FormMessage({ children }: { children: ReactNode }) {
  return <div className="-mt-4 flex min-h-15 flex-col justify-end pb-4">{children}</div>;
}
