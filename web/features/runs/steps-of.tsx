import type { Run } from '../../../contract/runs.ts';
import { RunSteps } from './run-steps.tsx';

export interface StepsOfProps {
  run: Run;
  isMapping: boolean;
}

export function StepsOf({ run: { kind, state }, isMapping }: StepsOfProps) {
  if (state === 'canceled' || state === 'failed') return null;
  const isColumns = state === 'mapping' || (isMapping && state === 'planned');
  const current = isColumns ? 'Columns' : state === 'done' ? 'Done' : 'Check';
  return <RunSteps current={current} isImport={kind === 'import'} />;
}
