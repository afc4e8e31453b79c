import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const modules = new Set(['react', 'react/jsx-runtime', 'react/compiler-runtime', 'react-dom']);
const mark = '?named';

/**
 * React is CommonJS: each of our files would create an object of its own with a getter for each of its 45 exports.
 * One module exports them by name instead.
 */
export function namedReact(): Plugin {
  return {
    name: 'canopy:named-react',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer, { kind }: { kind?: string }) {
      if (!modules.has(id) || kind === 'require-call' || importer?.endsWith(mark)) return null;
      const real = await this.resolve(id, importer, { kind: 'require-call', skipSelf: true });
      return real && real.id + mark;
    },
    load(id) {
      if (!id.endsWith(mark)) return null;
      const real = id.slice(0, -mark.length);
      const names = Object.keys(require(real));
      return `import module from ${JSON.stringify(real)};\nexport default module;\nexport const { ${names} } = module;`;
    },
  };
}
