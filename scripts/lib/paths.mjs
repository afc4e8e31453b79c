import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Whether this is a release (npm run release), which is built already and runs without the development packages. */
export const isRelease = existsSync(join(root, 'release.json'));
