import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { canonicalTimeZone } from '../../contract/fields/time-zone.ts';
import { nearestName } from '../../contract/lists/search-typos.ts';
import { weekStarts } from '../../contract/organization.ts';
import { ConfigError } from '../platform/config-error.ts';

const port = z.coerce.number('must be a port number').int().min(0).max(65535);
const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, `must be ${values.join(' or ')}`);
const wholeNumber = (unit: string, min: number, max: number) => {
  const message = `must be a number of ${unit} from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
};
const onOrOff = oneOf('on', 'off').transform((value) => value === 'on');
const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

const percentMessage = 'has a % that does not begin a code. Write %25 for a % in the password';

const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host/database' })
  .refine(canDecode, percentMessage);

/** An email alone or with a name: `Canopy <canopy@example.com>`. */
const sender =
  /^(?:"?(?<name>[^"<>@]*?)"?\s*<(?<named>[^\s<>@,;]+@[^\s<>@,;]+)>|(?<address>[^\s<>@,;]+@[^\s<>@,;]+))$/;

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: webUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  /** Requests are still served after SIGTERM, while `/readyz` says that the server is not ready. */
  SHUTDOWN_DELAY_SECONDS: wholeNumber('seconds', 0, 300).default(0),
  DATABASE_URL: postgresUrl.optional(),
  /** Off behind a pooler in transaction mode. */
  DATABASE_PREPARED: onOrOff.prefault('on'),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber('connections', 2, 500).default(16),
  DATABASE_CONNECT_TIMEOUT_SECONDS: wholeNumber('seconds', 1, 60).default(5),
  DATABASE_QUERY_TIMEOUT_SECONDS: wholeNumber('seconds', 1, 600).default(10),
  DATABASE_LOCK_TIMEOUT_SECONDS: wholeNumber('seconds', 1, 600).default(5),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
    .refine(canDecode, percentMessage)
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, 'must be an email such as canopy@example.com or Canopy <canopy@example.com>')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_EVERY: z
    .string()
    .regex(
      /^(?:[1-9]|[1-9]\d|1[0-6]\d)[mhd]$/,
      'must be a number of minutes, hours or days, such as 5m, 6h or 1d',
    )
    .optional(),
  BACKUP_TO: z.string().optional(),
  EMAIL_RETENTION_DAYS: wholeNumber('days', 1, 3650).default(30),
  INVITATION_DAYS: wholeNumber('days', 1, 90).default(7),
  /** Of the chain; without it that of the server. */
  TIME_ZONE: z
    .string()
    .transform(canonicalTimeZone)
    .refine((zone) => zone !== null, 'must be a time zone such as America/Chicago')
    .optional(),
  WEEK_STARTS_ON: oneOf(...weekStarts).default('monday'),
  SILENT_HOURS: wholeNumber('hours', 24, 720).default(24),
  OVER_SHORT_DOLLARS: wholeNumber('dollars', 1, 10_000).default(10),
  LARGE_REFUND_DOLLARS: wholeNumber('dollars', 1, 10_000).default(50),
  PAID_OUTS_DOLLARS: wholeNumber('dollars', 1, 10_000).default(300),
  UNUSUAL_TIMES: wholeNumber('times', 2, 20).default(3),
  SIGNUPS: oneOf('open', 'closed').default('open'),
  ACCESS_POLICY: oneOf('enforced', 'open').default('enforced'),
  FIRST_ADMIN_EMAIL: z.email('must be an email').optional(),
  PRODUCT_NAME: z.string().default('Canopy'),
  PRODUCT_DESCRIPTION: z.string().default('Back office for stores and forecourts'),
  SUPPORT_URL: z
    .union([webUrl, z.url({ protocol: /^mailto$/ })], 'must be an https or mailto URL')
    .optional(),
  ACCESS_TOKEN_SECONDS: wholeNumber('seconds', 60, 86_400).default(3600),
  /** For shared computers. */
  SESSION_IDLE_MINUTES: wholeNumber('minutes', 5, 43_200).optional(),
  SESSION_LIFETIME_HOURS: wholeNumber('hours', 1, 8760).optional(),
  REQUIRE_CURRENT_PASSWORD: oneOf('true', 'false')
    .transform((value) => value === 'true')
    .prefault('true'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Until 2.0, lists up to this length were held whole by the browser. */
  WHOLE_LIST_MAX_ROWS: z.string().optional(),
  TRUST_PROXY: wholeNumber('proxies', 0, 10).default(0),
  RATE_LIMITS: onOrOff.prefault('on'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
});

/** docs/operations.md lists them all. */
export const settingNames = Object.keys(environment.shape);

type Settings = z.infer<typeof environment>;
/** In lower case. */
type Named = { [Name in Lowercase<keyof Settings>]: Settings[Uppercase<Name>] };

export interface Config extends Omit<Named, 'public_url' | 'mail_from' | 'backup_to' | 'time_zone'> {
  /** Without a trailing slash; the only source of links in emails. */
  public_url: string;
  /** Whether only this machine can open `public_url`. */
  is_local: boolean;
  /** Unused when `database_url` is set. */
  database_file: string;
  /** The folder of the backups. */
  backup_to: string;
  mail_from: { name: string; address: string };
  /** IANA name of the zone of the chain. */
  time_zone: string;
  /** PostgreSQL itself, for migrations and backups; unlike `database_url`, which may be a pooler. */
  database_direct_url: string | undefined;
  version: string;
  /** Null without a checkout or release. */
  commit: string | null;
  /** The settings that have a value of their own. */
  given: readonly string[];
  settings_file: string | null;
  warnings: string[];
}

/** An empty variable counts as unset. @throws ConfigError with every misspelled, wrong or contradictory setting. */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    settingNames.flatMap((name) => (env[name]?.trim() ? [[name, env[name]?.trim()]] : [])),
  );
  const parsed = environment.safeParse(given);
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`) ?? [];
  const misspelled = describeMisspelled(env);
  if (!parsed.success || misspelled.length > 0) {
    throw new ConfigError([...misspelled, ...wrong].join('\n'));
  }
  const settings = parsed.data;
  const publicUrl = new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`);
  if (publicUrl.href !== `${publicUrl.origin}/`) {
    throw new ConfigError(
      'PUBLIC_URL must be only scheme, host and port, such as https://canopy.example.com.',
    );
  }
  const config: Config = {
    ...named(settings),
    public_url: publicUrl.origin,
    is_local: isLoopback(publicUrl.hostname),
    data_dir: resolve(settings.DATA_DIR),
    database_file: resolve(settings.DATA_DIR, 'canopy.db'),
    backup_to: resolve(settings.BACKUP_TO ?? join(settings.DATA_DIR, 'backups')),
    mail_from: readSender(settings.MAIL_FROM ?? `no-reply@${publicUrl.hostname}`, settings.PRODUCT_NAME),
    time_zone:
      settings.TIME_ZONE ?? canonicalTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC',
    database_direct_url: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    version: packageVersion(),
    commit: runningCommit(),
    given: Object.keys(given),
    settings_file: null,
    warnings: [],
  };
  refuseContradictions(config);
  refuseHalfPooled(settings);
  return config;
}

function named(settings: Settings): Named {
  const entries = settingNames.map((name) => [name.toLowerCase(), settings[name as keyof Settings]]);
  return Object.fromEntries(entries) as Named;
}

/**
 * `SIGNUP=closed` would leave sign-ups open without a message. Only close matches count: the environment has many
 * variables of other programs, and short names are close to many of them.
 */
function describeMisspelled(env: Record<string, string | undefined>): string[] {
  const isSetting = (name: string) =>
    settingNames.includes(process.platform === 'win32' ? name.toUpperCase() : name);
  return Object.keys(env).flatMap((name) => {
    if (isSetting(name) || !env[name]?.trim()) return [];
    const meant = nearestName(name, settingNames, name.length < 10 ? 1 : 2);
    return meant ? [`${name} is not a setting. Did you mean ${meant}?`] : [];
  });
}

function refuseContradictions(config: Config) {
  const hostIsLocal = isLoopback(config.host);
  if (!hostIsLocal && config.is_local) {
    throw new ConfigError(
      `HOST=${config.host} is reachable from outside, but PUBLIC_URL is ${config.public_url}. ` +
        'Set PUBLIC_URL to the URL that users open, or HOST to localhost.',
    );
  }
  if (config.access_policy === 'open') {
    if (!hostIsLocal || !config.is_local) {
      throw new ConfigError(
        'ACCESS_POLICY=open lets every signed-in user do everything and starts only where HOST and ' +
          'PUBLIC_URL are this machine. Set ACCESS_POLICY=enforced.',
      );
    }
    config.warnings.push('ACCESS_POLICY=open: every signed-in user may do everything.');
  }
  if (!config.rate_limits) {
    if (!hostIsLocal) {
      throw new ConfigError('RATE_LIMITS=off starts only where HOST is this machine. Set RATE_LIMITS=on.');
    }
    config.warnings.push('RATE_LIMITS=off: guessing passwords is not slowed down.');
  }
  if (config.whole_list_max_rows) {
    config.warnings.push(
      'WHOLE_LIST_MAX_ROWS has no meaning any more: the server answers lists of every length. Remove it.',
    );
  }
  if (config.public_url.startsWith('https:') && config.trust_proxy === 0) {
    config.warnings.push(
      'TRUST_PROXY is 0 although PUBLIC_URL is https: every request seems to come from the proxy, and all users ' +
        'share one limit of attempts. Set TRUST_PROXY to the number of proxies in front.',
    );
  }
}

/** A pooler in transaction mode cannot migrate or back up, and only PostgreSQL has one. */
function refuseHalfPooled({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PREPARED }: Settings) {
  if (!DATABASE_URL && (DATABASE_DIRECT_URL || !DATABASE_PREPARED))
    throw new ConfigError(
      'DATABASE_DIRECT_URL and DATABASE_PREPARED are for PostgreSQL behind a pooler. Set DATABASE_URL to the pooler, or remove them.',
    );
  if (!DATABASE_PREPARED && !DATABASE_DIRECT_URL)
    throw new ConfigError(
      'DATABASE_PREPARED=off is for a pooler, through which migrations and backups do not work. Set DATABASE_DIRECT_URL to PostgreSQL itself.',
    );
}

/** The drivers would fail with a message that contains the URL. */
function canDecode(url: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(url);
}

function readSender(text: string, productName: string): Config['mail_from'] {
  const { name, named, address } = sender.exec(text)?.groups ?? {};
  return { name: name || productName, address: named ?? address ?? text };
}

/** Wherever the name is resolved. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return version;
}

let commit: string | null | undefined;

/** Read once: from the file in a release, or from git in a checkout. */
function runningCommit(): string | null {
  commit ??= readCommit();
  return commit;
}

function readCommit(): string | null {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const release = join(root, 'release.json');
  if (existsSync(release)) return JSON.parse(readFileSync(release, 'utf8')).commit;
  // Without this check, git would answer for a repository around our folder.
  if (!existsSync(join(root, '.git'))) return null;
  const git = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return git.status === 0 ? git.stdout.trim() : null;
}
