import type { KeptEmail } from '../../../contract/settings.ts';

export const emailStates: Record<KeptEmail['state'], string> = {
  pending: 'Waiting',
  kept: 'Not sent',
  sent: 'Sent',
  failed: 'Failed',
};
