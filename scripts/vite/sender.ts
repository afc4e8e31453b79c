import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { leanContract } from './lean-contract.ts';

const entry = resolve(import.meta.dirname, '../../server/commands/sender/canopy-sender.ts');

/**
 * The program that sends register files, as one file without dependencies for Node 20 and newer: it runs beside registers,
 * where nothing of Canopy is installed.
 */
export async function buildSender(): Promise<string> {
  const built = await build({
    ...{ configFile: false, logLevel: 'error', plugins: [leanContract()], ssr: { noExternal: true } },
    build: {
      ...{ write: false, ssr: entry, target: 'node20', minify: false },
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
    },
  });
  if (!('output' in built) || built.output.length > 1) throw new Error('The sender is not one file');
  return built.output[0].code;
}

/** Adds it to the web app, so that Canopy serves it. */
export function sender(): Plugin {
  return {
    name: 'canopy:sender',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'canopy-sender.mjs', source: await buildSender() });
    },
  };
}
