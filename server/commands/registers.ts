import { readAllAgain } from '../features/registers/receive/files.service.ts';
import { UsageError, type Values } from './arguments.ts';
import { plainCommand, printDatabase, withApp } from './command-line.ts';
import { readSendTask, send, senderOptions, senderUsage } from './sender/sender.ts';

const usage = `Sends the files of a folder to Canopy, or reads all kept files again.
  npm run registers -- --read-again [--env-file path]
  npm run registers -- ${senderUsage}`;

const options = { ...senderOptions, 'read-again': { type: 'boolean', default: false } } as const;

export const registers = plainCommand({
  usage,
  options,
  read: readTask,
  async run(config, task, terminal) {
    const { console, env } = terminal;
    if (task) return send(task, { env, print: (line) => console.info(line) });
    printDatabase(config, terminal);
    await withApp(config, terminal, async (app) => {
      const done = await readAllAgain(app, (count) => console.info(`  ${count} files`));
      console.info(`Read ${done} files again.`);
    });
  },
});

/** Null to read files again. */
function readTask({ 'read-again': isAgain, ...given }: Values<typeof options>) {
  if (!isAgain) return readSendTask(given);
  if (given.watch === undefined) return null;
  throw new UsageError('Say either --watch with --to, or --read-again.');
}
