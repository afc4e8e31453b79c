import { type ComponentType, Suspense } from 'react';
import type { Selection } from '../table/use-selection.ts';

export interface BulkRunProps<Start> {
  RunDialog: ComponentType<{ start: Start; onClose: (failed?: readonly string[]) => void }>;
  /** Null when no act was started. */
  start: Start | null;
  selection: Selection;
  onEnd: () => void;
}

/** The run of a bulk act over its list. Rows for which the act did not happen stay selected. */
export function BulkRun<Start>({ RunDialog, start, selection, onEnd }: BulkRunProps<Start>) {
  return (
    <Suspense>
      {start && (
        <RunDialog
          start={start}
          onClose={(failed) => {
            onEnd();
            if (failed) selection.select(failed);
          }}
        />
      )}
    </Suspense>
  );
}
