import { resolve } from 'node:path';

/**
 * The environment of a program that a test starts: its settings, and no other variables of this machine. Such
 * programs share the compile cache of `npm start`, because compiling the server is half of its start.
 */
export const bareEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../node_modules/.cache/canopy-server'),
};
