import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Interrupted, Refusal, runChild } from './child.mjs';
import { isRelease, root } from './paths.mjs';
import { dropUnusableShim } from './pinned-node.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.canopy-install');

/** True when node_modules holds what the lock file asks for. */
export function isInstalled() {
  const wanted = wantedStamp();
  if (readText(stampFile) === wanted) return true;
  // Installed by hand, with npm ci or npm install: that is as good.
  if (!treeMatchesLockFile()) return false;
  try {
    writeFileSync(stampFile, wanted);
  } catch {
    // A service may not write where its code is. The stamp only saves the next start the comparison.
  }
  return true;
}

/**
 * Installs exactly what the lock file says, whatever NODE_ENV or the user's settings are: in a checkout with the
 * development packages, which the web app is built with, in a release without.
 */
export async function install() {
  console.info('Installing packages (the lock file is new here) …');
  const npm = findNpm();
  const flags = [
    isRelease ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--engine-strict=false',
  ];
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const result = await runChild(npm.command, [...npm.args, 'ci', ...flags, ...quiet], {
    // npm ci says 'added 200 packages': not worth a line. What goes wrong comes on the other stream.
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: npm.shell,
    endsWithUs: !npm.shell,
  });
  if (result.stoppedBy) throw new Interrupted(result.stoppedBy);
  if (result.code !== 0) {
    throw new Refusal('Installing packages failed; npm says why above. Mend it and run the command again.');
  }
  dropUnusableShim();
  writeFileSync(stampFile, wantedStamp());
}

/** npm run tells where npm's own program is; without it, the npm of PATH. */
function findNpm() {
  const running = process.env.npm_execpath;
  if (running && basename(running) === 'npm-cli.js')
    return { command: process.execPath, args: [running], shell: false };
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

function wantedStamp() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${process.platform} ${process.arch} ${hash}\n`;
}

function treeMatchesLockFile() {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const wanted = readPackages(lockFile);
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      (isRelease && entry.dev) ||
      !isForThisMachine(entry) ||
      installed[path]?.version === entry.version,
  );
}

/** Optional packages count when they name this machine; those without a machine belong to others' bindings. */
function isForThisMachine(entry) {
  if (!entry.optional) return true;
  return (
    entry.os?.includes(process.platform) && entry.cpu?.includes(process.arch) && !entry.libc?.includes('musl')
  );
}

function readPackages(file) {
  const text = readText(file);
  return text === null ? null : JSON.parse(text).packages;
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
