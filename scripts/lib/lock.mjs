import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from './child.mjs';
import { root } from './paths.mjs';

// Not inside node_modules, which npm ci removes.
const file = join(root, 'dist', 'prepare.lock');
const me = `${hostname()} ${process.pid}`;
const HEARTBEAT_MS = 2000;
const SILENT_FOR_MS = 20_000;

/** Lets one launcher at a time install or build in this folder. The lock of a dead launcher does not count. */
export async function withLock(work) {
  await acquire();
  const heartbeat = setInterval(touch, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(file, { force: true });
  }
}

async function acquire() {
  let isAnnounced = false;
  while (!tryAcquire()) {
    if (isStale()) {
      rmSync(file, { force: true });
      continue;
    }
    if (!isAnnounced) console.info('Another command is preparing this folder; waiting for it …');
    isAnnounced = true;
    await sleep(300);
  }
  // Two launchers may have found the same stale lock: the last writer owns it.
  await sleep(50);
  if (readOwner() !== me) await acquire();
}

function tryAcquire() {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, me, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Refusal(
      `Cannot prepare the app: ${error.message}. This folder must be writable for the user who starts it.`,
    );
  }
}

function isStale() {
  const [host, pid] = readOwner().split(' ');
  if (host === hostname() && pid && !isAlive(Number(pid))) return true;
  try {
    return Date.now() - statSync(file).mtimeMs > SILENT_FOR_MS;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readOwner() {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function touch() {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The lock was removed; there is nothing to refresh.
  }
}
