import { type Setting, settingGroups } from '../../../contract/settings.ts';
import type { Config } from '../../config/config.ts';
import type { App } from '../../kernel/context.ts';
import { type BackupState, backupSettings } from './describe-backups.pure.ts';

type Described = Omit<Setting, 'group'>;

interface DatabaseState {
  dialect: App['database']['dialect'];
  /** True on SQLite, where a search has no index to lack. */
  hasSearchIndexes: boolean;
}

/** Only settings that may be shown. */
export function describeSettings(
  config: Config,
  state: DatabaseState,
  backups: BackupState,
  { streams, polls }: Pick<App['meters'], 'streams' | 'polls'>,
): Setting[] {
  const groups: Record<Setting['group'], Described[]> = {
    Address: addressSettings(config),
    Email: emailSettings(config),
    'Sign-in': signInSettings(config),
    Data: [...dataSettings(config, state), ...backupSettings(config, backups)],
    Screens: screenSettings(streams, polls),
  };
  return settingGroups.flatMap((group) => groups[group].map((one) => ({ group, ...one })));
}

/** Of the server that answers, since it started. */
function screenSettings({ open, ended }: App['meters']['streams'], polls: { count: number }): Described[] {
  const count = (number: number) => number.toLocaleString('en-US');
  return [
    {
      name: 'Streams of changes',
      variable: null,
      value: `${count(open)} open, ${count(ended.of('unread'))} cut off, ${count(ended.of('refused'))} refused`,
      meaning:
        'One per browser that follows changes. One that does not read is cut off; with 2,000 open, more are refused',
    },
    {
      name: 'Requests without a stream',
      variable: null,
      value: count(polls.count),
      meaning: 'Of screens that ask every ten seconds instead. Many mean that a proxy holds streams back',
    },
  ];
}

function addressSettings(config: Config): Described[] {
  return [
    {
      name: 'Public URL',
      variable: 'PUBLIC_URL',
      value: config.public_url,
      meaning: 'The links in emails begin with it',
    },
    {
      name: 'Proxies in front',
      variable: 'TRUST_PROXY',
      value: config.trust_proxy === 0 ? 'None' : String(config.trust_proxy),
      meaning: 'How many proxies are trusted to name the IP address of a request',
    },
    {
      name: 'Contact Support',
      variable: 'SUPPORT_URL',
      value: config.support_url ?? notSet,
      meaning: 'Where the link on the login page leads',
    },
  ];
}

function emailSettings(config: Config): Described[] {
  return [
    {
      name: 'Mail server',
      variable: 'SMTP_URL',
      value: config.smtp_url ? new URL(config.smtp_url).host : `${notSet} Emails are kept on the server.`,
      meaning: 'It delivers the emails',
    },
    {
      name: 'Sender',
      variable: 'MAIL_FROM',
      value: `${config.mail_from.name} <${config.mail_from.address}>`,
      meaning: 'The sender of every email',
    },
    {
      name: 'Emails are kept for',
      variable: 'EMAIL_RETENTION_DAYS',
      value: duration(config.email_retention_days, 'day'),
      meaning: 'Sent, kept and failed emails are deleted after it',
    },
  ];
}

function signInSettings(config: Config): Described[] {
  const limit = (count: number | undefined, unit: Unit) =>
    count === undefined ? `${notSet} No limit.` : duration(count, unit);
  return [
    {
      name: 'Sign-ups',
      variable: 'SIGNUPS',
      value: config.signups === 'open' ? 'Open' : 'Closed',
      meaning: 'Whether users may create their own account',
    },
    {
      name: 'Invite links work for',
      variable: 'INVITATION_DAYS',
      value: duration(config.invitation_days, 'day'),
      meaning: 'The link of an invitation expires after it',
    },
    {
      name: 'Roles and locations are enforced',
      variable: 'ACCESS_POLICY',
      value: yesNo(config.access_policy === 'enforced'),
      meaning: 'Whether roles and locations limit what users may do',
    },
    {
      name: 'A new password needs the current one',
      variable: 'REQUIRE_CURRENT_PASSWORD',
      value: yesNo(config.require_current_password),
      meaning: 'Whether changing a password asks for the current one',
    },
    {
      name: 'Access token lifetime',
      variable: 'ACCESS_TOKEN_SECONDS',
      value: duration(config.access_token_seconds, 'second'),
      meaning: 'The browser renews the token after it',
    },
    {
      name: 'Sign out idle users after',
      variable: 'SESSION_IDLE_MINUTES',
      value: limit(config.session_idle_minutes, 'minute'),
      meaning: 'For shared computers',
    },
    {
      name: 'All sessions end after',
      variable: 'SESSION_LIFETIME_HOURS',
      value: limit(config.session_lifetime_hours, 'hour'),
      meaning: 'For shared computers',
    },
    {
      name: 'Attempts to sign in are limited',
      variable: 'RATE_LIMITS',
      value: yesNo(config.rate_limits),
      meaning: 'Slows down the guessing of passwords',
    },
  ];
}

function dataSettings(config: Config, { dialect, hasSearchIndexes }: DatabaseState): Described[] {
  const pooled = config.database_prepared ? '' : ' through a pooler';
  return [
    {
      name: 'Database',
      variable: 'DATABASE_URL',
      value: dialect === 'postgres' ? `PostgreSQL${pooled}` : 'SQLite in the data directory',
      meaning: 'Where the data is stored',
    },
    ...(hasSearchIndexes
      ? []
      : [
          {
            name: 'Search',
            variable: null,
            value: 'Without an index. Each search reads all rows.',
            meaning: 'The database does not allow its extension pg_trgm',
          },
        ]),
    {
      name: 'Version',
      variable: null,
      value: config.commit ? `${config.version} (${config.commit})` : config.version,
      meaning: 'The version of Canopy, and the commit it was built from',
    },
  ];
}

const notSet = 'Not set.';

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

const seconds = { day: 86_400, hour: 3600, minute: 60, second: 1 };
type Unit = keyof typeof seconds;

/** In the largest unit that needs no fraction: '1 hour' for 3600 seconds, '90 minutes'. */
function duration(count: number, unit: Unit): string {
  const total = count * seconds[unit];
  const units = Object.keys(seconds) as Unit[];
  const fitting = units.find((one) => total % seconds[one] === 0) ?? unit;
  const shown = total / seconds[fitting];
  return `${shown.toLocaleString('en-US')} ${fitting}${shown === 1 ? '' : 's'}`;
}
