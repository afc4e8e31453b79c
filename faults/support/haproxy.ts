import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, type Program, startProgram, temporaryFolder } from './program.ts';

/** As in deploy/haproxy.cfg: how often haproxy asks each server whether it is ready. */
export const checkEveryMs = 250;

interface Backend {
  name: string;
  port: number;
  /** Where it says whether it is ready; its own port without one. */
  checkPort?: number;
}

/** Users of the servers: deploy/haproxy.cfg with these addresses. */
export function startHttpProxy(port: number, backends: readonly Backend[]): Program {
  const example = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  return start(
    example.replace('bind *:80', `bind 127.0.0.1:${port}`).replace(/^ {2}server .*\n/gm, ''),
    backends,
  );
}

/**
 * Servers of a database: connections to the one that says it is the primary. On a busy machine it may say so slowly; a
 * killed one answers at once.
 */
export function startDatabaseProxy(port: number, backends: readonly Backend[]): Program {
  const settings = `defaults
  mode tcp
  timeout check 2s
  timeout connect 1s
  timeout client 60s
  timeout server 60s

listen database
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter ${checkEveryMs}ms fall 1 rise 1 on-marked-down shutdown-sessions
`;
  return start(settings, backends);
}

function start(settings: string, backends: readonly Backend[]): Program {
  const servers = backends.map(
    ({ name, port, checkPort = port }) => `  server ${name} 127.0.0.1:${port} check port ${checkPort}\n`,
  );
  const file = join(temporaryFolder(), 'haproxy.cfg');
  writeFileSync(file, settings + servers.join(''));
  return startProgram(findProgram('haproxy'), ['-db', '-f', file]);
}
