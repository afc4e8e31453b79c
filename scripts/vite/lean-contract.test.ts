import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { leanContract } from './lean-contract.ts';

const contract = resolve(import.meta.dirname, '../../contract');

/** The code of an app that uses this name of a file of the contract, and the files that it was made of. */
async function built(file: string, name: string) {
  const entry = 'entry';
  const files: string[] = [];
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry ? `export { ${name} } from ${JSON.stringify(join(contract, file))};` : null,
        moduleParsed: ({ id }) => void files.push(relative(contract, id)),
      },
      leanContract(),
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  const code = result.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
  return { code, files };
}

test('leanContract removes the schemas of an endpoint, and what only they need', async () => {
  const { code } = await built('users.ts', 'listUsers');
  expect(code).toContain('/api/users');
  expect(code).toContain('users.read');
  expect(code).not.toContain('full_name');
  expect(code).not.toContain('response');
});

test('leanContract keeps the schemas of a form', async () => {
  const { code } = await built('fields/user-input.ts', 'userInput');
  expect(code).toContain('Full name is required');
  expect(code).not.toContain('First and last name');
  expect(code).not.toContain('described');
});

test('leanContract removes the import of a schema that only endpoints use', async () => {
  const { files } = await built('locations.ts', 'createLocation');
  expect(files).toContain('locations.ts');
  expect(files).not.toContain('fields/location-input.ts');
});

test('the built app has what the tested app has: each value of the contract is the same but for the schemas of endpoints', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'canopy-contract-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const modules = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [leanContract()],
    build: {
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(modules.map((file) => [file.replace('.ts', ''), join(contract, file)])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  let endpoints = 0;
  for (const file of modules) {
    const source: Record<string, unknown> = await import(join(contract, file));
    const lean: Record<string, unknown> = await import(join(folder, file.replace('.ts', '.mjs')));
    expect(Object.keys(lean).sort(), file).toEqual(Object.keys(source).sort());
    for (const [name, value] of Object.entries(source)) {
      if (isEndpoint(value)) endpoints += 1;
      expect(shapeOf(withoutSchemas(lean[name])), `${name} of ${file}`).toEqual(
        shapeOf(withoutSchemas(value)),
      );
    }
  }
  expect(endpoints).toBeGreaterThan(50);
});

function withoutSchemas(value: unknown): unknown {
  if (!isEndpoint(value)) return value;
  const { params, query, body, response, summary, ...rest } = value as Record<string, unknown>;
  return rest;
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

/**
 * A comparable form of a value: schemas are compared by what they accept. The plugin does not change functions, but
 * the bundler does.
 */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'function') return `function of ${value.length}`;
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  // The descriptions are in the OpenAPI document only.
  const form = { unrepresentable: 'any', io: 'input', metadata: z.registry<z.core.GlobalMeta>() } as const;
  if ('_zod' in value) return z.toJSONSchema(value as z.ZodMiniType, form);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
