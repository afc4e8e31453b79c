import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serverEnvironment } from '../../scripts/lib/server-process.mjs';
import { freePort } from '../../server/testing/processes/free-port.ts';
import { noSettingsFile } from '../../server/testing/processes/no-settings-file.ts';
import { messagesOf, type Program, startServer } from '../../server/testing/processes/server-process.ts';
import { quickFetch } from '../../server/testing/requests/quick-fetch.ts';
import { temporaryFolder } from './program.ts';

/** A server that can be killed and started again on its port, with its data. It ends with this process. */
export class Instance {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  readonly dataFolder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string | undefined;
  #server: Program | undefined;

  private constructor(name: string, port: number, env: Record<string, string>, folder: string | undefined) {
    this.name = name;
    this.port = port;
    this.url = `http://localhost:${port}`;
    this.dataFolder = env.DATA_DIR ?? temporaryFolder();
    const usual = { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: this.dataFolder };
    // As `npm start` does, so that its memory is that of an installed server.
    this.#env = serverEnvironment({ ...usual, ...env, PORT: String(port) });
    this.#folder = folder;
  }

  /** `folder` is another checkout, for a server of another release. */
  static async make(name: string, env: Record<string, string>, folder?: string): Promise<Instance> {
    return new Instance(name, await freePort(), env, folder);
  }

  /** Resolves when it is ready, or rejects with what it said when it ended instead. */
  async start(): Promise<void> {
    const folder = this.#folder;
    await startServer({
      env: this.#env,
      ...(folder !== undefined && { folder }),
      onProgram: (program) => {
        this.#server = program;
      },
    });
  }

  /** Runs a command of its release on its data. @throws with what the command printed when it fails. */
  async command(name: string, ...args: string[]): Promise<void> {
    const line = ['server/commands/main.ts', name, ...noSettingsFile, ...args];
    const env = { PATH: process.env.PATH, ...this.#env };
    await promisify(execFile)(process.execPath, line, {
      env,
      ...(this.#folder !== undefined && { cwd: this.#folder }),
    });
  }

  /** Of the running process. */
  get pid(): number {
    if (!this.#server) throw new Error(`${this.name} does not run.`);
    return this.#server.pid;
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
    await this.#server?.end(signal);
  }

  /** Everything that the running process has printed. */
  output(): string {
    return this.#server?.output() ?? '';
  }

  /** The sentences of its log. */
  messages(): string[] {
    return this.#server ? messagesOf(this.#server) : [];
  }
}
