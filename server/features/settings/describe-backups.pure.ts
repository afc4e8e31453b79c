import type { Setting } from '../../../contract/settings.ts';
import type { Config } from '../../config/config.ts';

export interface BackupState {
  proven: { made_at: string; proof_ms: number | null } | null;
  failed: { made_at: string; problem: string | null } | null;
}

/** A failure is shown until a later restore is proven. */
export function backupSettings(config: Config, { proven, failed }: BackupState): Omit<Setting, 'group'>[] {
  const { backup_every: every, backup_to } = config;
  return [
    {
      name: 'Backups by the server',
      variable: 'BACKUP_EVERY',
      value: every ? `Every ${inWords(every)}, to ${backup_to}` : 'Not set. The server makes none.',
      meaning: 'How often the server copies the database. A copy a day is restored on trial',
    },
    {
      name: 'Last proven restore',
      variable: null,
      value: proven ? `${((proven.proof_ms ?? 0) / 1000).toFixed(1)} s` : 'None in the last 90 days.',
      ...(proven && { at: proven.made_at }),
      meaning: 'A backup was restored beside the database, and a server on it was read',
    },
    ...(failed?.problem && (!proven || proven.made_at < failed.made_at)
      ? [
          {
            name: 'Last failed backup',
            variable: null,
            value: failed.problem,
            at: failed.made_at,
            meaning: 'The earlier backups are still there',
          },
        ]
      : []),
  ];
}

const units: Record<string, string> = { m: 'minute', h: 'hour', d: 'day' };

/** '5m' → '5 minutes' */
function inWords(every: string): string {
  const count = Number(every.slice(0, -1));
  const unit = units[every.slice(-1)] ?? '';
  return count === 1 ? unit : `${count} ${unit}s`;
}
