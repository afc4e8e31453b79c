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
  const example = deployed('haproxy.cfg');
  return start(
    example.replace('bind *:80', `bind 127.0.0.1:${port}`).replace(/^ {2}server .*\n/gm, ''),
    backends,
  );
}

/** deploy/nginx.conf with these addresses, or an nginx that leaves servers out as it does by default. */
export function startNginx(port: number, backends: readonly Backend[], hasDefaults: boolean): Program {
  const [first, ...others] = deployed('nginx.conf')
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .split(/^ {2}server 10.*\n/m);
  const servers = backends.map(
    (one) => `  server 127.0.0.1:${one.port}${hasDefaults ? '' : ' max_fails=0'};\n`,
  );
  const folder = temporaryFolder();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};\n`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths.join('')}${first}${servers.join('')}${others.join('')}}\n`,
  );
  return startProgram(findProgram('nginx'), ['-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
}

/** deploy/Caddyfile with these addresses. */
export function startCaddy(port: number, backends: readonly Backend[]): Program {
  const addresses = backends.map((one) => `127.0.0.1:${one.port}`).join(' ');
  const settings = deployed('Caddyfile')
    .replace(/^:80/m, `http://localhost:${port}`)
    .replace(/(?<=reverse_proxy ).*(?= \{)/, addresses);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${settings}`);
  return startProgram(findProgram('caddy'), [
    'run',
    '--config',
    join(folder, 'Caddyfile'),
    '--adapter',
    'caddyfile',
  ]);
}

function deployed(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
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
