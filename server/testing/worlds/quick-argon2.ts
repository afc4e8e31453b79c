import { createRequire } from 'node:module';
import type * as argon2 from '@node-rs/argon2';

/**
 * Replaces `@node-rs/argon2` in the tests of the server: the same hashes with the least work, because these tests
 * make thousands. A server in a process of its own can check them. `passwords.pure.test.ts` uses the real library.
 */
const real: typeof argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const least = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let asked: argon2.Options | null = {};

export const hash: typeof argon2.hash = (password, options) => {
  asked = options ?? null;
  return real.hash(password, { ...options, ...least });
};

export const verify = real.verify;

/** Reports that hashes have the requested parameters, so that none is made again. */
export const parseOptions: typeof argon2.parseOptions = (text) => {
  const options = real.parseOptions(text);
  return options.memoryCost === least.memoryCost ? { ...options, ...asked } : options;
};
