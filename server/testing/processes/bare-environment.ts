import { resolve } from 'node:path';

/**
 * The environment of a program that a test starts, beside its settings: nothing that this machine happens to set. Such
 * programs share the compiled code that `npm start` keeps: compiling the server is half of the work of starting it.
 */
export const bareEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../node_modules/.cache/canopy-server'),
};
