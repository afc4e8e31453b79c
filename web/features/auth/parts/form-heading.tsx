import type { ReactNode } from 'react';

export interface FormHeadingProps {
  title: string;
  children?: ReactNode;
}

export function FormHeading({ title, children }: FormHeadingProps) {
  return (
    <div className="mb-7">
      <h1 className="font-sign text-hero font-semibold text-balance">{title}</h1>
      {children && <p className="mt-1 text-input text-ink-soft">{children}</p>}
    </div>
  );
}
