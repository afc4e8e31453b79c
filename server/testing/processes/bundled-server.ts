import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Vitest calls this once for each project whose tests start servers: it makes a folder for the bundle, and deletes it
 * at the end.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Node finds the packages from there.
  const parent = join(root, 'node_modules', '.cache');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'canopy-test-server-'));
  process.env.TEST_SERVER_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * The server in one file, which starts in half of the processor time of 1,300 modules. The first test that starts one
 * makes it. Outside of Vitest, and for tests of the start itself, the server is `server/main.ts`.
 */
export async function bundledServer(): Promise<string> {
  const folder = process.env.TEST_SERVER_FOLDER;
  if (!folder) return 'server/main.ts';
  const file = join(folder, 'main.mjs');
  if (existsSync(file)) return file;
  const { build } = await import('vite');
  // Two processes may do this at once: each bundle is the same.
  const own = await mkdtemp(join(folder, 'made-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [ownUrls],
    ssr: { noExternal: true, external: ['@node-rs/argon2'] },
    build: {
      ssr: 'server/main.ts',
      outDir: own,
      minify: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
    },
  });
  await rename(join(own, 'main.mjs'), file);
  return file;
}

/** A module finds migrations, scripts of threads and the built web app from its own place. */
const ownUrls: Plugin = {
  name: 'own-urls',
  transform(code, id) {
    if (!id.startsWith(join(root, 'server'))) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};
