import type { KeptMail } from '../../../contract/settings.ts';

/** What became of a mail, in words. */
export const mailStates: Record<KeptMail['state'], string> = {
  pending: 'Waiting',
  kept: 'Kept here',
  sent: 'Sent',
  failed: 'Failed',
};
