import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

test.each([
  ['start.mjs', 'Canopy #1', []],
  ['run.mjs', 'Canopy?', ['scripts/dev.ts']],
])('%s explains that the web app cannot be built in %s: %j', (script, name, args) => {
  const parent = mkdtempSync(join(tmpdir(), 'canopy-folder-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, name);
  for (const part of [
    'scripts',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'contract',
    'server',
    'web',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts', script), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stderr).toBe(
    `The web app cannot be built in ${folder}/, because the path has a # or a ? in it. Rename or move the folder.\n`,
  );
  expect(status).toBe(1);
});
