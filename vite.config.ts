import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const outDir = resolve(import.meta.dirname, 'dist/web');
const server = 'http://localhost:3000';

/** Also the base of vitest's `web` project (`extends: './vite.config.ts'`). */
export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), tailwindcss(), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // The strict CSP has no room for data: URLs, nor for the inline polyfill of module preloading.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs changes rarely: it stays in the browser's cache over our releases. In one file
          // it compresses better than in several.
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|zod|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // contract/ and node_modules/ lie beside web/.
    fs: { allow: [import.meta.dirname] },
    proxy: { '/api': server, '/auth/v1': server },
  },
});

/**
 * Writes a `.br` and a `.gz` beside every text file, so that the server compresses nothing while it serves.
 * Browsers accept brotli on https and localhost only; a store's PC on plain http takes the gzip.
 */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  let folder = outDir;
  return {
    name: 'canopy:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    // Not closeBundle, which also runs after a failed build and would hide its reason.
    async writeBundle() {
      const files = await readdir(folder, { recursive: true });
      for (const file of files.filter((name) => /\.(js|css|svg|html)$/.test(name))) {
        const path = join(folder, file);
        const plain = await readFile(path);
        await writeFile(
          `${path}.br`,
          await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
        );
        await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
      }
    },
  };
}
