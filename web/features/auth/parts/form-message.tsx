import type { ReactNode } from 'react';

/** The error of a form, between its heading and its fields. One line is reserved for it, so that it moves nothing. */
export function FormMessage({ children }: { children: ReactNode }) {
  return <div className="-mt-4 flex min-h-15 flex-col justify-end pb-4">{children}</div>;
}
