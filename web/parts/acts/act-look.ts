import type { Icon } from '@tabler/icons-react';
import type { Act } from '../../../contract/access/acts.ts';

/** How the screens offer an act, which the actor may do with the permissions of `acts`. */
export interface ActLook {
  act: Act;
  label: string;
  Icon: Icon;
  /** In the URL of a list or a page. Absent when the act asks nothing. */
  dialog?: string;
}

/** What one row allows: an act is missing when the actor's roles never allow it, and has a reason when this row does not. */
export type Allowed<Name> = ReadonlyMap<Name, { whyNot: string | undefined }>;

/** The act that a dialog is about. */
export function actOfDialog(looks: Readonly<Record<string, ActLook>>, dialog: string): Act | undefined {
  return Object.values(looks).find((look) => look.dialog === dialog)?.act;
}
