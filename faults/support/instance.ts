import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/testing/processes/free-port.ts';
import { noSettingsFile } from '../../server/testing/processes/no-settings-file.ts';
import { quickFetch } from '../../server/testing/requests/quick-fetch.ts';
import { temporaryFolder } from './program.ts';

const root = resolve(import.meta.dirname, '../..');

/** One server process, which can be killed and started again. It ends with this process. */
export class Instance {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  readonly #env: Record<string, string>;
  readonly #cwd: string;
  #child: ChildProcess | undefined;
  output = '';

  private constructor(name: string, port: number, env: Record<string, string>, cwd: string) {
    this.#cwd = cwd;
    this.name = name;
    this.port = port;
    this.url = `http://localhost:${port}`;
    this.#env = { DATA_DIR: temporaryFolder(), ...env, PORT: String(port) };
  }

  /** `cwd` is another checkout, for a server of another release. */
  static async make(name: string, env: Record<string, string>, cwd = root): Promise<Instance> {
    return new Instance(name, await freePort(), env, cwd);
  }

  /** Resolves when it is ready, or rejects with what it said when it ended instead. */
  async start(): Promise<void> {
    this.output = '';
    const args = ['--import', './scripts/lib/end-with-parent.mjs', 'server/main.ts', ...noSettingsFile];
    const child = spawn(process.execPath, args, {
      cwd: this.#cwd,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'info', ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    // After its exit, its last words may still be on their way.
    const closed = once(child, 'close');
    while ((await this.readiness()) !== 200) {
      if (child.exitCode !== null || child.signalCode !== null) {
        await closed;
        throw new Error(this.messages().at(-1) ?? 'It ended without a word.');
      }
      await sleep(50);
    }
  }

  /** Of the running process. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.name} does not run.`);
    return pid;
  }

  get dataFolder(): string {
    return this.#env.DATA_DIR ?? '';
  }

  /** The status of `/readyz`; 0 when nothing answers. */
  readiness(): Promise<number> {
    return quickFetch(`${this.url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  }

  /** Resolves when the process has ended. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** The sentences of its log. */
  messages(): string[] {
    return this.output
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => (line.startsWith('{') ? String(JSON.parse(line).msg) : line));
  }
}
