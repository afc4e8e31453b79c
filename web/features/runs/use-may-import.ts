import type { RunSubject } from '../../../contract/runs.ts';
import { useAccess } from '../../lib/account/access.ts';

/** An import adds or edits, and finds the rows that are there. */
export function useMayImport() {
  const { hasPermission } = useAccess();
  return (about: RunSubject) =>
    hasPermission(`${about}.read`) && (hasPermission(`${about}.create`) || hasPermission(`${about}.update`));
}
