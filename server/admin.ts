import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { email } from '../contract/fields.ts';
import { userInput } from '../contract/users.ts';
import { runCommand, UsageError } from './command-line.ts';
import { makeAdministrator, type NewAdministrator } from './features/users/administrators.service.ts';

const usage = `Makes somebody an administrator and prints a link with which they set their password.
  npm run admin -- --email you@example.com [--name 'Full Name'] [--reset-second-factor]`;

await runCommand(readPerson, async (app, person) => {
  const { name, isNew, link } = await makeAdministrator(app, person);
  console.info(
    isNew ? `${name} was added as an administrator.` : `${name}, who has a profile, is an administrator.`,
  );
  console.info(`Within 24 hours, open this once to set a password (a newer link makes it void):\n${link}`);
});

function readPerson(args: string[]): NewAdministrator {
  const given = parse(args);
  const address = z.safeParse(email, given.email);
  const name = z.safeParse(z.optional(userInput.shape.full_name), given.name);
  if (!address.success) throw wrong('--email', address.error);
  if (!name.success) throw wrong('--name', name.error);
  return {
    email: address.data,
    full_name: name.data ?? null,
    resetsFactor: given['reset-second-factor'] ?? false,
  };
}

function parse(args: string[]) {
  try {
    const options = {
      email: { type: 'string' },
      name: { type: 'string' },
      'reset-second-factor': { type: 'boolean' },
    } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

function wrong(option: string, error: z.core.$ZodError) {
  return new UsageError(`${option}: ${error.issues.map((issue) => issue.message).join('. ')}\n${usage}`);
}
