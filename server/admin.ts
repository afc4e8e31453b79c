import * as z from 'zod/mini';
import { email } from '../contract/fields.ts';
import { userInput } from '../contract/users.ts';
import { UsageError, type Values } from './arguments.ts';
import { runCommand } from './command-line.ts';
import { rotateSigningKeys } from './features/auth/signing-keys.service.ts';
import { makeAdministrator, type NewAdministrator } from './features/users/administrators.service.ts';
import { systemContext } from './platform/access.ts';

const usage = `Makes somebody an administrator and prints a link with which they set their password.
  npm run admin -- --email you@example.com [--name 'Full Name'] [--reset-second-factor]
Or changes the keys that sign access tokens; nobody is signed out.
  npm run admin -- --rotate-keys
Both take --env-file path, instead of canopy.env in the project folder.`;

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  'reset-second-factor': { type: 'boolean' },
  'rotate-keys': { type: 'boolean' },
} as const;

await runCommand({
  usage,
  options,
  read: readTask,
  async run(app, task) {
    if (task === 'rotate keys') {
      await rotateSigningKeys(systemContext(app));
      return console.info('The signing keys were changed. Running servers follow within a minute.');
    }
    const { name, isNew, link } = await makeAdministrator(app, task);
    console.info(
      isNew ? `${name} was added as an administrator.` : `${name}, who has a profile, is an administrator.`,
    );
    console.info(`Within 24 hours, open this once to set a password (a newer link makes it void):\n${link}`);
  },
});

function readTask(given: Values<typeof options>): NewAdministrator | 'rotate keys' {
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

function wrong(option: string, error: z.core.$ZodError) {
  return new UsageError(`${option}: ${error.issues.map((issue) => issue.message).join('. ')}\n${usage}`);
}
