import { reasons } from '../../../../contract/access/reasons.ts';
import { when } from '../../../kernel/rules.ts';

/** A user is invited to an account of their own. `holder` is the account with their email. */
export function whyNotInviteTo(holder: string | undefined, user: { id: string | null }): string[] {
  return when(holder !== undefined && holder !== user.id, reasons.otherAccount);
}
