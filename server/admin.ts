import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { email } from '../contract/fields.ts';
import { userInput } from '../contract/users.ts';
import { runCommand, UsageError } from './command-line.ts';
import { rotateSigningKeys } from './features/auth/signing-keys.service.ts';
import { makeAdministrator, type NewAdministrator } from './features/users/administrators.service.ts';
import { systemContext } from './platform/access.ts';

const usage = `Makes somebody an administrator and prints a link with which they set their password.
  npm run admin -- --email you@example.com [--name 'Full Name'] [--reset-second-factor]
Or changes the keys that sign access tokens; nobody is signed out.
  npm run admin -- --rotate-keys`;

await runCommand(readTask, async (app, person) => {
  if (person === 'rotate keys') {
    await rotateSigningKeys(systemContext(app));
    return console.info('The signing keys were changed. Running servers follow within a minute.');
  }
  const { name, isNew, link } = await makeAdministrator(app, person);
  console.info(
    isNew ? `${name} was added as an administrator.` : `${name}, who has a profile, is an administrator.`,
  );
  console.info(`Within 24 hours, open this once to set a password (a newer link makes it void):\n${link}`);
});

function readTask(args: string[]): NewAdministrator | 'rotate keys' {
  const given = parse(args);
  if (given['rotate-keys']) return 'rotate keys';
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
      'rotate-keys': { type: 'boolean' },
    } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

function wrong(option: string, error: z.core.$ZodError) {
  return new UsageError(`${option}: ${error.issues.map((issue) => issue.message).join('. ')}\n${usage}`);
}
