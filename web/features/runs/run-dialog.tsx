import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Run } from '../../../contract/runs.ts';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { RunBody } from './run-body.tsx';
import { RunFooter } from './run-footer.tsx';
import { discardRun, failedSubjectsQuery, type RunDialogProps, runStartQuery } from './runs.api.ts';
import { StepsOf } from './steps-of.tsx';
import { useRun } from './use-run.ts';

export interface ListRunDialogProps extends RunDialogProps {
  onChanged: (run: Run) => void;
}

export function RunDialog({ start, onClose, onChanged }: ListRunDialogProps) {
  const started = useQuery(runStartQuery(start));
  const [otherId, setOtherId] = useState<string | null>(null);
  const id = otherId ?? start.id;
  const query = useRun(id, onChanged, started.data !== undefined);
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
    onClose(isPreview ? null : (failed.data ?? null));
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
            onDiscarded={() => onClose(null)}
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
