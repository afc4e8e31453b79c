import { reasons } from '../../../../contract/access/reasons.ts';
import { when } from '../../../kernel/rules.ts';

/** `holder` is the account with the user's email. */
export function whyNotInviteTo(holder: string | undefined, user: { id: string | null }): string[] {
  return when(holder !== undefined && holder !== user.id, reasons.otherAccount);
}
