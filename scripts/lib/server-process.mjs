import { join } from 'node:path';
import { root } from './paths.mjs';

// The young generation grows to 32 MB or more of its own accord, and a list of users fills it with what nobody needs
// any more. 4 MB are swept more often and as quickly: the same requests a second, 100 MB less (decision 11).
const nodeOptions = '--max-semi-space-size=4';

// Type stripping and compiling are two fifths of the start. What Node keeps here is checked against the source of each
// file. Not in DATA_DIR, because it is code: whoever may write it decides what the server does, as with node_modules,
// and the next install removes it. Where the folder cannot be written Node does without.
const compileCache = join(root, 'node_modules', '.cache', 'canopy-server');

/** The environment that the server runs best in. What the operator set counts more; `node server/main.ts` needs none of it. */
export function serverEnvironment(env) {
  return {
    NODE_COMPILE_CACHE: compileCache,
    ...env,
    NODE_ENV: env.NODE_ENV || 'production',
    NODE_OPTIONS: `${nodeOptions} ${env.NODE_OPTIONS ?? ''}`.trim(),
  };
}
