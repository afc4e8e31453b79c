import type { ReactNode } from 'react';

/** Between the heading of a form and its fields: room for one line of what went wrong, so that it moves nothing. */
export function FormMessage({ children }: { children: ReactNode }) {
  return <div className="-mt-4 flex min-h-15 flex-col justify-end pb-4">{children}</div>;
}
