import { useParams } from '@tanstack/react-router';
import { runSubjects } from '../../../contract/runs.ts';
import { ImportPage } from '../../features/runs/import/import-page.tsx';
import { NotFound } from '../not-found.tsx';

export function ImportRoute() {
  const { about } = useParams({ from: '/guarded/import/$about' });
  const subject = runSubjects.find((one) => one === about);
  return subject ? <ImportPage key={subject} about={subject} /> : <NotFound />;
}
