import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../child-environment.ts';
import { productKey } from '../product.ts';
import { BackupError } from './manifest.ts';

type Program = 'pg_dump' | 'pg_restore' | 'psql';

/**
 * The connection is in the environment, because every user of the machine can read arguments. @throws BackupError
 * without the password, when the program is missing or fails.
 */
export async function runPostgresProgram(
  program: Program,
  args: string[],
  { url, options = '', onLine }: { url?: string; options?: string; onLine?: (line: string) => void } = {},
): Promise<void> {
  const environment = childEnvironment();
  const path = findProgram(program, environment.PATH ?? '');
  const child = spawn(path, args, {
    env: {
      ...environment,
      PGAPPNAME: `${productKey}-backup`,
      // So that the times in a dump compare as text.
      PGTZ: 'UTC',
      ...(url && connectionEnvironment(url)),
      PGOPTIONS: options,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines = createInterface({ input: child.stdout });
  if (onLine) lines.on('line', onLine);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new BackupError(`${program} failed: ${output.trim() || `exit code ${code}`}`);
}

/** The newest version also reads older servers. Debian has a folder per version; others use PATH. */
function findProgram(program: Program, searchPath: string): string {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : [];
  const folders = [...debian, ...searchPath.split(delimiter)];
  const names = process.platform === 'win32' ? [`${program}.exe`] : [program];
  for (const folder of folders) {
    for (const name of names) if (canRun(join(folder, name))) return join(folder, name);
  }
  throw new BackupError(
    `${program} is not installed here. Install PostgreSQL's client programs (Debian: postgresql-client), or run this where they are.`,
  );
}

export function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const urlOptions: Record<string, string> = {
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

/** All but two modes of our driver's `sslmode` verify the server. */
function sslEnvironment(mode: string | null): Record<string, string> {
  if (mode === null) return {};
  if (mode === 'disable') return { PGSSLMODE: 'disable' };
  if (mode === 'no-verify') return { PGSSLMODE: 'require' };
  return { PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' };
}

function connectionEnvironment(text: string): Record<string, string> {
  const url = new URL(text);
  const environment: Record<string, string> = {
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...sslEnvironment(url.searchParams.get('sslmode')),
  };
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  if (host) environment.PGHOST = host;
  if (url.port) environment.PGPORT = url.port;
  if (url.username) environment.PGUSER = decodeURIComponent(url.username);
  if (url.password) environment.PGPASSWORD = decodeURIComponent(url.password);
  for (const [option, name] of Object.entries(urlOptions)) {
    const value = url.searchParams.get(option);
    if (value) environment[name] = value;
  }
  return environment;
}
