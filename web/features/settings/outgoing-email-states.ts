import type { OutgoingEmail } from '../../../contract/settings.ts';

export const emailStates: Record<OutgoingEmail['state'], string> = {
  pending: 'Waiting',
  kept: 'Not sent',
  sent: 'Sent',
  failed: 'Failed',
};
