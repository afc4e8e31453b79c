import { useMutation } from '@tanstack/react-query';
import type { Repair, Run } from '../../../../contract/runs.ts';
import { Button } from '../../../components/button/button.tsx';
import { planImport } from '../runs.api.ts';

export interface RepairLinksProps {
  run: Run;
  repairs: readonly Repair[];
}

/** 'Use Harbor 394'. A press plans the import again with that meaning of the word. */
export function RepairLinks({ run: { id, is_own, state, options }, repairs }: RepairLinksProps) {
  const repair = useMutation({
    mutationFn: async ({ label: _, ...meaning }: Repair, context) => {
      if (!options) return;
      const others = options.meanings.filter(
        ({ column, value }) => column !== meaning.column || value !== meaning.value,
      );
      await planImport(id, { ...options, meanings: [...others, meaning] }, context);
    },
  });
  if (!is_own || state !== 'planned' || !options) return null;
  return repairs.map((one, index) => (
    <span key={`${one.column} ${one.means}`} className="print:hidden">
      {index > 0 && <span className="text-ink-soft"> or</span>}{' '}
      <Button variant="link" disabled={repair.isPending} onClick={() => repair.mutate(one)}>
        {one.label}
      </Button>
      {repair.error && index === 0 && (
        <span role="alert" className="text-bad">
          {' '}
          {repair.error.message}
        </span>
      )}
    </span>
  ));
}
