import type { Run } from '../../../contract/runs.ts';
import { Steps } from '../../components/display/steps.tsx';

const importSteps = ['File', 'Columns', 'Check', 'Done'] as const;

export function RunSteps({
  current,
  isImport = true,
}: {
  current: (typeof importSteps)[number];
  isImport?: boolean;
}) {
  return <Steps steps={isImport ? importSteps : importSteps.slice(2)} current={current} />;
}

export function StepsOf({ run: { kind, state }, isMapping }: { run: Run; isMapping: boolean }) {
  if (state === 'canceled' || state === 'failed') return null;
  const isColumns = state === 'mapping' || (isMapping && state === 'planned');
  const current = isColumns ? 'Columns' : state === 'done' ? 'Done' : 'Check';
  return <RunSteps current={current} isImport={kind === 'import'} />;
}
