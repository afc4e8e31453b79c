import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted, Refusal, runChild } from './child.mjs';
import { root } from './paths.mjs';

const sources = [
  ...[
    'web',
    'contract',
    'server/commands/sender',
    'server/platform/write-zip.ts',
    'vite.config.ts',
    'scripts/vite',
  ],
  ...['package.json', 'package-lock.json'],
];
const target = join(root, 'dist', 'web');
const stampFile = join(root, 'dist', 'web.stamp');

export function isBuilt() {
  return (
    existsSync(join(target, 'index.html')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === hashSources()
  );
}

/** Refuses paths that contain # or ?, because Vite and its plugins read paths as URLs. */
export function refuseFolder() {
  if (!/[#?]/.test(root)) return;
  throw new Refusal(
    `The web app cannot be built in ${root}, because the path has a # or a ? in it. Rename or move the folder.`,
  );
}

/** Builds into a second folder and swaps them at the end, so that a failed build leaves the old one in place. */
export async function build(node) {
  refuseFolder();
  console.info('Building the web app (its sources are new here) …');
  const stamp = hashSources();
  const next = `${target}.next`;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = await runChild(
    node,
    [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'error'],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
      endsWithUs: true,
    },
  );
  if (result.stoppedBy) throw new Interrupted(result.stoppedBy);
  if (result.code !== 0) throw new Refusal('Building the web app failed; the reason is above.');

  const old = `${target}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(next, target);
  rmSync(old, { recursive: true, force: true });
  writeFileSync(stampFile, stamp);
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(listFiles)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Files at or below a path in a stable order, without tests and caches, which are not built. */
function listFiles(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  const inner = readdirSync(join(root, path)).filter((name) => !/^node_modules$|\.test\.tsx?$/.test(name));
  return inner.sort().flatMap((name) => listFiles(`${path}/${name}`));
}
