import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Writes a `.br` and a `.gz` file beside every text file, so that the server compresses none of them. The page is
 * left out, because the server completes it. Browsers accept brotli on https and localhost only; a location's PC on
 * plain http gets gzip.
 */
export function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  let folder = '';
  return {
    name: 'canopy:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    // Not closeBundle, which also runs after a failed build and would hide its reason.
    async writeBundle() {
      const files = await readdir(folder, { recursive: true });
      for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name))) {
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
