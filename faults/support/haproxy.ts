import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, type Program, startProgram, temporaryFolder } from './program.ts';

/** How often haproxy asks each server whether it is ready. */
export const checkEveryMs = 250;

interface Backend {
  name: string;
  port: number;
  /** Where it says whether it is ready; its own port without one. */
  checkPort?: number;
}

interface Proxy {
  port: number;
  /** A request over HTTP that fails to connect goes to another server; one that was sent is not repeated. */
  mode: 'http' | 'tcp';
  /** What a server answers with 200 while it takes requests. */
  check: string;
  backends: readonly Backend[];
}

export function startHaproxy({ port, mode, check, backends }: Proxy): Program {
  const file = join(temporaryFolder(), 'haproxy.cfg');
  const servers = backends.map(
    ({ name, port, checkPort = port }) => `  server ${name} 127.0.0.1:${port} check port ${checkPort}`,
  );
  writeFileSync(
    file,
    `global
  maxconn 1000
defaults
  mode ${mode}
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
listen canopy
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET ${check}
  default-server inter ${checkEveryMs}ms fastinter ${checkEveryMs}ms downinter ${checkEveryMs}ms fall 1 rise 1 init-addr none on-marked-down ${mode === 'tcp' ? 'shutdown-sessions' : 'none'}
${servers.join('\n')}
`.replace(' on-marked-down none', ''),
  );
  return startProgram(findProgram('haproxy'), ['-db', '-f', file]);
}
