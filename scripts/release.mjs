// npm run release: creates a folder with only what a production machine needs. npm start there installs only the
// packages that the server uses: no compiler, no test tools, no build.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './lib/child.mjs';
import { root } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';

const folders = ['contract', 'server', 'scripts/lib', 'dist/web', 'deploy'];
const files = [
  'scripts/start.mjs',
  'scripts/run.mjs',
  'package-lock.json',
  'docs/operations.md',
  'CHANGELOG.md',
];
const commands = ['start', 'seed', 'import', 'admin', 'backup', 'restore', 'move'];

await launch(async () => {
  await prepare({ web: true });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (!changelog.includes(`\n## ${manifest.version}\n`))
    throw new Error(`CHANGELOG.md has no section ${manifest.version}. Say there what is new, then release.`);
  const target = join(root, 'dist', 'release', `canopy-${manifest.version}`);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const path of [...folders, ...files])
    cpSync(join(root, path), join(target, path), { recursive: true, filter: isNeeded });
  manifest.scripts = Object.fromEntries(commands.map((name) => [name, manifest.scripts[name]]));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(
    join(target, 'release.json'),
    `${JSON.stringify({ version: manifest.version, commit: commit() })}\n`,
  );
  console.info(`Release: ${target}\nCopy this folder to the machine and run npm start in it.`);
});

function isNeeded(path) {
  return !/\.test\.ts$|[\\/]server[\\/]testing$/.test(path);
}

function commit() {
  const git = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return git.status === 0 ? git.stdout.trim() : null;
}
