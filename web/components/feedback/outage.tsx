import { createContext, use } from 'react';

/** Whether the connection bar says that the server cannot be reached. Behind a dialog nobody reads it. */
export const OutageShown = createContext(false);

export function useIsOutageShown() {
  return use(OutageShown);
}

export function SkeletonLines({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={className}>
      <div className="mx-auto flex max-w-md flex-col gap-3 px-6">
        <span className="block h-2.5 w-3/4 rounded-full bg-line" />
        <span className="block h-2.5 rounded-full bg-line" />
        <span className="block h-2.5 w-1/2 rounded-full bg-line" />
      </div>
    </div>
  );
}
