import type { KeptMail } from '../../../contract/settings.ts';

export const emailStates: Record<KeptMail['state'], string> = {
  pending: 'Waiting',
  kept: 'Kept here',
  sent: 'Sent',
  failed: 'Failed',
};
