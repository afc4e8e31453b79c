import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment } from '../scripts/lib/server-process.mjs';
import { freePort } from '../server/testing/free-port.ts';
import { noSettingsFile } from '../server/testing/no-settings-file.ts';

const root = resolve(import.meta.dirname, '..');
const readyWithinMs = 60_000;
const pollMs = 5;

export interface Process {
  url: string;
  port: number;
  pid: number;
  /** From the start of the process to its first answer. */
  firstAnswerMs: number;
  stop(): Promise<void>;
}

export type Settings = Record<string, string>;

/** Starts a script that listens on PORT, and waits for its first answer. It ends with us, however we end. */
export async function startProcess(
  script: string,
  settings: Settings,
  firstRequest: string,
): Promise<Process> {
  const port = Number(settings.PORT ?? (await freePort()));
  const url = `http://localhost:${port}`;
  const startedAt = performance.now();
  const args = ['--import', './scripts/lib/end-with-parent.mjs', script, ...argumentsOf(script)];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: environmentOf(script, { ...settings, PORT: String(port) }),
  });
  const exited = once(child, 'exit');
  let complaints = '';
  child.stderr?.on('data', (text: Buffer) => {
    complaints += text;
  });
  while (!(await answers(url + firstRequest))) {
    if (child.exitCode !== null)
      throw new Error(`${script} ended with exit code ${child.exitCode}:\n${complaints}`);
    if (performance.now() - startedAt > readyWithinMs) {
      child.kill('SIGKILL');
      throw new Error(`${script} did not answer within ${readyWithinMs / 1000} s:\n${complaints}`);
    }
    await sleep(pollMs);
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    firstAnswerMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function argumentsOf(script: string): readonly string[] {
  return script.startsWith('server/') ? noSettingsFile : [];
}

/** Canopy runs as `npm start` runs it, a yardstick on plain Node. */
function environmentOf(script: string, settings: Settings): NodeJS.ProcessEnv {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...settings };
  return script === 'server/main.ts' ? serverEnvironment(env) : env;
}

/** Processor time that the process has used so far; NaN where the system does not tell. Other work disturbs it little. */
export function processorMs({ pid }: Process): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // utime and stime, in hundredths of a second; the name before them may hold spaces.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Runs a script to its end. */
export async function runScript(script: string, args: string[], settings: Settings): Promise<void> {
  const child = spawn(process.execPath, [script, ...argumentsOf(script), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...settings },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} ended with exit code ${code}`);
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}
