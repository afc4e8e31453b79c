import { fileURLToPath } from 'node:url';

/** The folder of the project, wherever the command was typed. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
