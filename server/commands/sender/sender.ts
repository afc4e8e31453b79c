import { appendFileSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../platform/config-error.ts';
import { UsageError, type Values } from '../arguments.ts';
import { watchFolder } from './watch-folder.ts';

export const senderOptions = {
  watch: { type: 'string' },
  to: { type: 'string' },
  'key-file': { type: 'string' },
  record: { type: 'string' },
  every: { type: 'string', default: '10' },
} as const;

export const senderUsage = `--watch folder --to https://canopy.example.com [--key-file path] [--record path] [--every seconds]
The key of the register connection is in the key file, or in the environment variable REGISTER_KEY.`;

const settleMs = 5000;
/** Hidden, so that it is not sent itself. */
const recordName = '.canopy-sent';
/** Of the log, before it is the old one. */
const logMaxBytes = 1_000_000;

interface SendTask {
  folder: string;
  url: string;
  keyFile: string | undefined;
  record: string;
  everyMs: number;
}

/** @throws UsageError */
export function readSendTask(given: Values<typeof senderOptions>): SendTask {
  const { watch: folder, to: url } = given;
  if (folder === undefined || url === undefined) throw new UsageError('Say --watch and --to.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--to must be the URL of Canopy, not '${url}'.`);
  }
  const everyMs = Number(given.every) * 1000;
  if (!(everyMs >= 100 && everyMs <= 86_400_000)) {
    throw new UsageError(`--every must be a number of seconds, not '${given.every}'.`);
  }
  const record = given.record ?? join(folder, recordName);
  return { folder, url, keyFile: given['key-file'], record, everyMs };
}

interface Surroundings {
  env: Record<string, string | undefined>;
  print(line: string): void;
}

/** Until the process is told to end. @throws ConfigError without a key. */
export async function send({ keyFile, ...task }: SendTask, { env, print }: Surroundings): Promise<void> {
  let key = await readKey(keyFile, env);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const log = createLog(`${task.record}.log`, print);
  log(`Sending the files of ${task.folder} to ${task.url}. What was sent is in ${task.record}.`);
  await watchFolder({
    ...{ ...task, settleMs, signal: stop.signal, log },
    // The file may be gone or empty while somebody replaces the key.
    readKey: async () => (key = await readKey(keyFile, env).catch(() => key)),
    newKeyHint:
      keyFile === undefined
        ? 'Set REGISTER_KEY to the new key, and start this program again.'
        : `Put the new key into ${keyFile}.`,
  });
}

/** Nobody sees what a scheduled task prints, so it is also in a file. */
function createLog(path: string, print: (line: string) => void) {
  return (line: string) => {
    const text = `${new Date().toISOString()} ${line}`;
    print(text);
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > logMaxBytes)
        renameSync(path, `${path}.old`);
      appendFileSync(path, `${text}\n`);
    } catch {
      // A full disk keeps no file from being sent.
    }
  };
}

async function readKey(path: string | undefined, env: Surroundings['env']): Promise<string> {
  const text = path === undefined ? (env.REGISTER_KEY ?? '') : await readFile(path, 'utf8').catch(() => '');
  const key = text.trim();
  if (key) return key;
  throw new ConfigError(
    path === undefined ? 'Set REGISTER_KEY, or name a --key-file.' : `${path} has no key.`,
  );
}
