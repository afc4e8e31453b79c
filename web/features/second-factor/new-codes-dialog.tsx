import { useState } from 'react';
import { CodesStep } from './codes-step.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { makeCodes } from './second-factor.api.ts';

export function NewCodesDialog({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);

  if (codes) return <CodesStep codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      title="New recovery codes"
      submitLabel="Make codes"
      act={() => makeCodes(isFirst)}
      onDone={setCodes}
      onClose={onClose}
    >
      <p>
        {isFirst
          ? 'Ten codes, each of which signs you in once without your device.'
          : 'You get ten new ones. The ones that you have now stop working.'}
      </p>
    </ProofDialog>
  );
}
