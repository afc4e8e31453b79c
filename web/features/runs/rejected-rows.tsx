import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Run } from '../../../contract/runs.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { countsOf } from './run-texts.ts';
import { downloadResult } from './runs.api.ts';

/** How to import the rejected rows of a file after all. */
export function RejectedRows({ run }: { run: Run }) {
  const { rejected } = countsOf(run);
  const download = useMutation({ mutationFn: () => downloadResult(run.id, 'rejected') });
  if (run.kind !== 'import' || !run.is_own || rejected === 0) return null;
  return (
    <div className="mt-2">
      <p>
        <Button variant="link" loading={download.isPending} onClick={() => download.mutate()}>
          Download {rejected === 1 ? 'the rejected row' : `the ${formatNumber(rejected)} rejected rows`}
        </Button>
        , correct {rejected === 1 ? 'it' : 'them'} in the file, and{' '}
        <Link to="/import/$about" params={{ about: run.about }} className={buttonClasses('link')}>
          choose that file
        </Link>
        .
      </p>
      <SaveOutcome save={download} failed="Failed to export the result" className="mt-2" />
    </div>
  );
}
