import type { Command } from './command-line.ts';

/** `node server/commands/main.ts admin --list`. Each command loads only its own modules. */
const commands: Record<string, () => Promise<Command>> = {
  admin: async () => (await import('./admin.ts')).admin,
  backup: async () => (await import('./backup.ts')).backup,
  import: async () => (await import('./import.ts')).importCommand,
  move: async () => (await import('./move.ts')).move,
  registers: async () => (await import('./registers.ts')).registers,
  restore: async () => (await import('./restore.ts')).restore,
  seed: async () => (await import('./seed.ts')).seed,
};

const [name = '', ...args] = process.argv.slice(2);
const load = commands[name];
if (!load) throw new Error(`There is no command '${name}', but ${Object.keys(commands).join(', ')}.`);
const { env, stdin, stdout, stderr } = process;
process.exitCode = await (await load())({ args, env, stdin, stdout, stderr });
