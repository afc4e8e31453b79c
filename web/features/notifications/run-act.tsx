import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { withRetry } from '../../components/toast/with-retry.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { runQuery, undoRun } from '../runs/runs.api.ts';

interface RunActProps {
  id: string;
  /** The words of its row. */
  of: string;
  close: () => void;
}

/** Undo while this reader still can. It is prepared here, and its page shows it before it is applied. */
export function RunAct({ id, of, close }: RunActProps) {
  const { data: run, isPending } = useQuery(runQuery(id));
  const navigate = useNavigate();
  const idOf = useCreateId();
  const undo = useMutation({
    mutationFn: (_: undefined, context) =>
      withRetry(id, 'The undo is not prepared', async () => {
        const { id: runId } = await undoRun(id, idOf(id), context);
        close();
        await navigate({ to: '/runs/$runId', params: { runId } });
      }),
  });
  if (isPending) return null;
  if (!run?.can.undo) return <span aria-hidden="true">Open</span>;
  return (
    <Button
      variant="link"
      className="relative"
      aria-label={`Undo…: ${of}`}
      loading={undo.isPending}
      onClick={() => undo.mutate(undefined)}
    >
      Undo…
    </Button>
  );
}
