import { join } from 'node:path';
import { root } from './paths.mjs';

// V8's young generation grows to 32 MB or more, filled with garbage of lists. With 4 MB it is collected more often:
// the same requests per second with 100 MB less memory. 2 MB promotes too much.
const nodeOptions = '--max-semi-space-size=4';

// Type stripping and compiling take two fifths of the start, so Node caches the result and checks it against the
// source. The cache is code, so it is beside node_modules and not in DATA_DIR: who may write it decides what the
// server runs. The next install removes it. Where the folder cannot be written, Node works without it.
const compileCache = join(root, 'node_modules', '.cache', 'canopy-server');

/** The environment for the server. The operator's settings win; `node server/main.ts` also works without it. */
export function serverEnvironment(env) {
  return {
    NODE_COMPILE_CACHE: compileCache,
    ...env,
    NODE_ENV: env.NODE_ENV || 'production',
    NODE_OPTIONS: `${nodeOptions} ${env.NODE_OPTIONS ?? ''}`.trim(),
  };
}
