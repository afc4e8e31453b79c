import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAllAgain } from '../features/registers/receive/files.service.ts';
import { ConfigError } from '../platform/config-error.ts';
import { UsageError, type Values } from './arguments.ts';
import { type CommandProcess, plainCommand, printDatabase, type Terminal, withApp } from './command-line.ts';
import { watchFolder } from './send-register-files.ts';

const usage = `Sends the files of a folder to Canopy, or reads all kept files again.
  npm run registers -- --watch folder --to https://canopy.example.com [--key-file path] [--record path]
    [--every seconds]
  npm run registers -- --read-again [--env-file path]
The key of the register connection is in the key file, or in the environment variable REGISTER_KEY.`;

const options = {
  watch: { type: 'string' },
  to: { type: 'string' },
  'key-file': { type: 'string' },
  record: { type: 'string' },
  every: { type: 'string', default: '10' },
  'read-again': { type: 'boolean', default: false },
} as const;

const settleMs = 5000;
/** Hidden, so that it is not sent itself. */
const recordName = '.canopy-sent';

export const registers = plainCommand({
  usage,
  options,
  read: readTask,
  async run(config, task, terminal) {
    if (task.watch) return watch(task.watch, terminal);
    printDatabase(config, terminal);
    await withApp(config, terminal, async (app) => {
      const done = await readAllAgain(app, (count) => terminal.console.info(`  ${count} files`));
      terminal.console.info(`Read ${done} files again.`);
    });
  },
});

type WatchTask = NonNullable<ReturnType<typeof readTask>['watch']>;

function readTask(given: Values<typeof options>) {
  const { watch: folder, to: url } = given;
  if (given['read-again'] && folder === undefined) return { watch: null };
  if (folder === undefined || url === undefined || given['read-again'])
    throw new UsageError('Say either --watch with --to, or --read-again.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--to must be the URL of Canopy, not '${url}'.`);
  }
  const everyMs = Number(given.every) * 1000;
  if (!(everyMs >= 100 && everyMs <= 86_400_000)) {
    throw new UsageError(`--every must be a number of seconds, not '${given.every}'.`);
  }
  const record = given.record ?? join(folder, recordName);
  return { watch: { folder, url, keyFile: given['key-file'], record, everyMs } };
}

async function watch({ keyFile, ...task }: WatchTask, terminal: Terminal): Promise<void> {
  const { console } = terminal;
  let key = await readKey(keyFile, terminal);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  console.info(`Sending the files of ${task.folder} to ${task.url}. What was sent is in ${task.record}.`);
  await watchFolder({
    ...{ ...task, settleMs, signal: stop.signal },
    log: (line) => console.info(`${new Date().toISOString()} ${line}`),
    // The file may be gone or empty while somebody replaces the key.
    readKey: async () => (key = await readKey(keyFile, terminal).catch(() => key)),
    newKeyHint:
      keyFile === undefined
        ? 'Set REGISTER_KEY to the new key, and start this program again.'
        : `Put the new key into ${keyFile}.`,
  });
}

async function readKey(path: string | undefined, { env }: CommandProcess): Promise<string> {
  const text = path === undefined ? (env.REGISTER_KEY ?? '') : await readFile(path, 'utf8').catch(() => '');
  const key = text.trim();
  if (key) return key;
  throw new ConfigError(
    path === undefined ? 'Set REGISTER_KEY, or name a --key-file.' : `${path} has no key.`,
  );
}
