import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Interrupted, Refusal, runChild } from './child.mjs';
import { isRelease, root } from './paths.mjs';
import { dropUnusableShim } from './pinned-node.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.canopy-install');

/** Whether node_modules contains what the lock file says. */
export function isInstalled() {
  const wanted = wantedStamp();
  if (readText(stampFile) === wanted) return true;
  // An installation by npm ci or npm install counts too.
  if (!treeMatchesLockFile()) return false;
  try {
    writeFileSync(stampFile, wanted);
  } catch {
    // A service may have no write access to its code. The stamp only saves the comparison at the next start.
  }
  return true;
}

/**
 * Installs exactly what the lock file says, whatever NODE_ENV or the user's settings are. A checkout gets the
 * development packages, which build the web app; a release does not.
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
    // npm ci prints 'added 200 packages', which is not needed. Errors are on the other stream.
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: npm.shell,
    endsWithUs: !npm.shell,
  });
  if (result.stoppedBy) throw new Interrupted(result.stoppedBy);
  if (result.code !== 0) {
    throw new Refusal('Installing packages failed; npm says why above. Fix it and run the command again.');
  }
  dropUnusableShim();
  writeFileSync(stampFile, wantedStamp());
}

/** npm run sets the path of npm's program. Without it, npm is looked up in PATH. */
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

/** Optional packages count when they name this machine; those that name none belong to bindings for others. */
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
