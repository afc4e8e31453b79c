import type { Config } from '../../config/config.ts';
import type { Email } from '../../kernel/email/mailer.ts';

export function backupFailedEmail(config: Config, to: string, problem: string): Email {
  return {
    to,
    subject: `The backup of ${config.product_name} failed`,
    text: [
      `A backup of ${config.product_name} could not be made, or could not be restored on trial:`,
      problem,
      'The earlier backups are still there. The next one is made as planned; see under Settings whether it works:',
      `${config.public_url}/settings?tab=configuration`,
    ].join('\n\n'),
  };
}
