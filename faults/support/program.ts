import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canRun } from '../../server/platform/backup/postgres-programs.ts';

/** A sentence for the user when a program is not installed. */
export function findProgram(name: string): string {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')];
  const found = folders.map((folder) => join(folder, name)).find(canRun);
  if (!found) throw new Error(`${name} is not installed here: apt-get install ${name}. Nothing was tried.`);
  return found;
}

export interface Program {
  output(): string;
  stop(): Promise<void>;
}

/** It ends with this process, however that ends: the kernel then closes the input of its shell. */
export function startProgram(path: string, args: readonly string[]): Program {
  const keeper = '"$@" <&- & program=$!; while read -r line; do :; done; kill "$program"; wait "$program"';
  const child = spawn('/bin/sh', ['-c', keeper, 'sh', path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return {
    output: () => output,
    async stop() {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.stdin.end();
      await closed;
    },
  };
}

/** It is deleted with this process. Programs that run as another user can read it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'canopy-faults-'));
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
