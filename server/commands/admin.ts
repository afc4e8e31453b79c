import * as z from 'zod/mini';
import { email } from '../../contract/fields/fields.ts';
import { userInput } from '../../contract/fields/user-input.ts';
import { rotateSigningKeys } from '../features/auth/keys/signing-keys.service.ts';
import {
  hasProfile,
  listAdministrators,
  makeAdministrator,
  type NewAdministrator,
} from '../features/users/account/administrators.service.ts';
import { systemContext } from '../kernel/access.ts';
import type { App } from '../kernel/context.ts';
import { ConfigError } from '../platform/config-error.ts';
import { UsageError, type Values } from './arguments.ts';
import { askYesNo, createOption, databaseCommand, type Terminal } from './command-line.ts';

const usage = `Makes somebody an administrator and prints a link with which they set their password.
  npm run admin -- --email you@example.com [--name 'Full Name'] [--reset-second-factor] [--yes]
Lists the administrators.
  npm run admin -- --list
Changes the keys that sign access tokens; nobody is signed out.
  npm run admin -- --rotate-keys
All take --env-file path, instead of canopy.env in the project folder, and --create, to make a new database.`;

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  'reset-second-factor': { type: 'boolean' },
  yes: { type: 'boolean' },
  list: { type: 'boolean' },
  'rotate-keys': { type: 'boolean' },
  ...createOption,
} as const;

type Given = Values<typeof options>;
type Task = (app: App, terminal: Terminal) => Promise<void>;

export const admin = databaseCommand({
  usage,
  options,
  read: readTask,
  run: (app, task, terminal) => task(app, terminal),
});

function readTask(given: Given): Task {
  if (given.list) return requireAlone('list', given, list);
  if (given['rotate-keys']) return requireAlone('rotate-keys', given, rotateKeys);
  const address = z.safeParse(email, given.email);
  const name = z.safeParse(z.optional(userInput.shape.full_name), given.name);
  if (!address.success) throw wrong('--email', address.error);
  if (!name.success) throw wrong('--name', name.error);
  const user = {
    email: address.data,
    full_name: name.data ?? null,
    resetsFactor: given['reset-second-factor'] ?? false,
  };
  return (app, terminal) => makeAdmin(app, user, given.yes ?? false, terminal);
}

async function makeAdmin(app: App, user: NewAdministrator, isAgreed: boolean, terminal: Terminal) {
  if (!isAgreed && !(await hasProfile(app, user.email))) await confirmNewUser(user.email, terminal);
  const { console } = terminal;
  const { name, isNew, link } = await makeAdministrator(app, user);
  console.info(
    isNew ? `${name} was added as an administrator.` : `${name}, who has a profile, is an administrator.`,
  );
  console.info(
    `Open this link within 24 hours to set a password. It works once, and a newer link replaces it:\n${link}`,
  );
}

/** A mistyped email would give every permission to a stranger. */
async function confirmNewUser(email: string, terminal: Terminal) {
  const unknown = `No user has the email ${email}.`;
  if (!terminal.stdin.isTTY || !terminal.stdout.isTTY)
    throw new ConfigError(`${unknown} To make a new administrator of it, add --yes.`);
  if (!(await askYesNo(`${unknown} Make a new administrator of it?`, terminal)))
    throw new ConfigError('Nothing was changed.');
}

async function list(app: App, { console }: Terminal) {
  const yesNo = (value: boolean) => (value ? 'yes' : 'no');
  const rows = (await listAdministrators(app)).map((one) => [
    one.full_name || '-',
    one.email,
    yesNo(one.is_active),
    yesNo(one.can_sign_in),
  ]);
  const table = [['NAME', 'EMAIL', 'ACTIVE', 'CAN SIGN IN'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) {
    console.info(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  }
}

async function rotateKeys(app: App, { console }: Terminal) {
  await rotateSigningKeys(systemContext(app));
  console.info('The signing keys were changed. Running servers follow within a minute.');
}

function requireAlone(option: keyof Given, given: Given, task: Task): Task {
  const { create: _, ...others } = given;
  if (Object.keys(others).length === 1) return task;
  throw new UsageError(`--${option} takes no other options.`);
}

function wrong(option: string, error: z.core.$ZodError) {
  return new UsageError(`${option}: ${error.issues.map((issue) => issue.message).join('. ')}`);
}
