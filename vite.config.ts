import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './scripts/vite/chunks.ts';
import { leanContract } from './scripts/vite/lean-contract.ts';
import { onePathIcons } from './scripts/vite/one-path-icons.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { preloadFonts } from './scripts/vite/preload-fonts.ts';
import { sender } from './scripts/vite/sender.ts';

const outDir = resolve(import.meta.dirname, 'dist/web');
/** Where `npm run dev` serves the API. */
const server = `http://localhost:${process.env.PORT || 3000}`;

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  plugins: [
    // A component that it cannot compile, without 'use no memo', fails the build. Before, it was left out silently.
    react({ compiler: { panicThreshold: 'all_errors' } }),
    tailwindcss(),
    leanContract(),
    onePathIcons(),
    preloadFonts(),
    sender(),
    precompress(),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // The strict CSP allows no data: URLs and no inline polyfill of module preloading.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    port: 5173,
    // contract/ and node_modules/ lie beside web/.
    fs: { allow: [import.meta.dirname] },
    proxy: { '/api': server, '/auth/v1': server, '/healthz': server },
  },
});
