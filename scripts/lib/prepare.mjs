import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { isRelease } from './paths.mjs';
import { findPinnedNode } from './pinned-node.mjs';

/** Installs and builds what is missing, and returns the path of the Node to use. */
export async function prepare({ web }) {
  if (!isInstalled()) {
    await withLock(async () => {
      if (!isInstalled()) await install();
    });
  }
  const node = findPinnedNode();
  if (web && !isRelease && !isBuilt()) {
    await withLock(async () => {
      if (!isBuilt()) await build(node);
    });
  }
  return node;
}
