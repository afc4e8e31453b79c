import { parseArgs } from 'node:util';
import { ConfigError } from '../../platform/config-error.ts';
import { UsageError } from '../arguments.ts';
import { readSendTask, send, senderOptions, senderUsage } from './sender.ts';

// The build makes one file of this, which Canopy serves (scripts/vite/sender.ts).

const { env, stdout, stderr } = process;
try {
  await send(readSendTask(readOptions()), { env, print: (line) => stdout.write(`${line}\n`) });
} catch (error) {
  stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  if (error instanceof UsageError) stderr.write(`node canopy-sender.mjs ${senderUsage}\n`);
  process.exitCode = 1;
}

function readOptions() {
  try {
    return parseArgs({ options: senderOptions }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
