import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, wherever the command was typed. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A release (npm run release) is built already and runs without the development packages. */
export const isRelease = existsSync(join(root, 'release.json'));
