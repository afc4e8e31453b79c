import type { RunSubject } from '../../../contract/runs.ts';
import { useAccess } from '../../lib/account/access.ts';

/** An import adds or edits, and needs to read the existing rows. */
export function useMayImport() {
  const { hasPermission } = useAccess();
  return (about: RunSubject) =>
    hasPermission(`${about}.read`) && (hasPermission(`${about}.create`) || hasPermission(`${about}.update`));
}
