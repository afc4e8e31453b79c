import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { tokenPermissions } from '../../contract/access/permissions.ts';
import { getApiDocument } from '../../contract/settings.ts';
import { makeApiToken } from '../testing/requests/api-token.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const node = (...args: string[]) => [process.execPath, args] as const;

/** openapi-typescript needs the API of a compiler, which TypeScript 7 does not have. */
const hook = `import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, from, next) => next(name === 'typescript' ? 'typescript-5' : name, from) });`;
const withTypeScript5 = `data:text/javascript,${encodeURIComponent(hook)}`;

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  world.loops.runs.start();
  // Inside, where the packages are found.
  await mkdir(join(root, 'dist'), { recursive: true });
  folder = await mkdtemp(join(root, 'dist/openapi-client-'));
});
afterAll(async () => {
  await world.loops.runs.stop();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const call = z.object({ method: z.string(), path: z.string(), status: z.number(), text: z.string() });

test('a client that openapi-typescript makes compiles, and calls get what its types say', async () => {
  const document = (await world.nobody.call(getApiDocument, {})).ok();
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  const make = [join(root, 'node_modules/openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'api.ts'];
  await run(...node('--import', withTypeScript5, ...make, '--default-non-nullable=false'), { cwd: folder });
  await cp(join(import.meta.dirname, 'openapi-client.ts.txt'), join(folder, 'program.ts'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { incremental: false, types: ['node'] },
    }),
  );
  const compiled = await run(...node(join(root, 'node_modules/typescript/bin/tsc'), '-p', folder)).catch(
    ({ stdout }) => ({ stdout }),
  );
  expect(compiled.stdout).toBe('');

  const { secret } = await makeApiToken(world.ada, tokenPermissions);
  const env = { PATH: process.env.PATH, CANOPY_URL: world.url, CANOPY_TOKEN: secret };
  const { stdout } = await run(...node('program.ts'), { cwd: folder, env });
  const calls = stdout
    .trim()
    .split('\n')
    .map((line) => call.parse(JSON.parse(line)));
  const called = new Set(calls.map(({ method, path }) => `${method} ${path}`));
  expect(called.size).toBeGreaterThanOrEqual(20);
  for (const { method, path, status, text } of calls) {
    const name = `${method} ${path} answered ${status}: ${text}`;
    const answer = document.paths[path]?.[method]?.responses[status] ?? expect.fail(name);
    const schema = 'content' in answer ? answer.content?.['application/json']?.schema : undefined;
    if (schema)
      expect(
        z.fromJSONSchema(schema as z.core.JSONSchema.BaseSchema).safeParse(JSON.parse(text)).error,
        name,
      ).toBeUndefined();
  }
});
