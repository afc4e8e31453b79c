import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Run } from '../../../contract/runs.ts';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { RunBody, useRun } from './run-body.tsx';
import { RunFooter } from './run-footer.tsx';
import { StepsOf } from './run-steps.tsx';
import { discardRun, failedSubjectsQuery, type RunStart, runStartQuery } from './runs.api.ts';

export interface RunDialogProps {
  start: RunStart;
  /** `failed`: the rows for which the request was not fulfilled; absent when nothing was done. */
  onClose: (failed?: readonly string[]) => void;
}

export function RunDialog({ start, onClose }: RunDialogProps) {
  const started = useQuery(runStartQuery(start));
  const [otherId, setOtherId] = useState<string | null>(null);
  const id = otherId ?? start.id;
  const query = useRun(id, started.data !== undefined);
  const run = query.data;
  const failed = useQuery({ ...failedSubjectsQuery(id), enabled: run?.state === 'done' });
  const discard = useMutation({ mutationFn: (shown: Run, context) => discardRun(shown, context) });

  // A closed preview is discarded, because nobody would look for it.
  function discardPreview() {
    if (run?.can.discard) discard.mutate(run);
  }
  function close() {
    const isPreview = run === undefined || run.state === 'planning' || run.state === 'planned';
    if (isPreview) discardPreview();
    onClose(isPreview ? undefined : failed.data);
  }

  return (
    <Dialog
      isTall
      width="full"
      title={run?.title ?? 'Preview'}
      onClose={close}
      footer={
        run && (
          <RunFooter
            key={id}
            run={run}
            onRun={setOtherId}
            onDiscarded={() => onClose()}
            back={
              otherId !== null && run.kind === 'undo'
                ? {
                    label: 'Back to the result',
                    go: () => {
                      discardPreview();
                      setOtherId(null);
                    },
                  }
                : undefined
            }
            close={
              <Button
                variant="secondary"
                onClick={close}
                // Hidden on a phone, where the close icon does the same.
                className={run.ended_at ? 'max-md:hidden' : undefined}
              >
                {run.state === 'planned' ? 'Cancel' : 'Close'}
              </Button>
            }
          />
        )
      }
    >
      <QueryView
        query={started.data === undefined ? started : query}
        loading="Preparing the preview..."
        className="py-14"
      >
        {() =>
          run && (
            <>
              <StepsOf run={run} isMapping={false} />
              <RunBody run={run} error={query.error} onRun={setOtherId} onLeave={close} />
            </>
          )
        }
      </QueryView>
    </Dialog>
  );
}
