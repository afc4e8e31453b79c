import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { findProgram } from './find-program.ts';

/** The headless shell draws the same pages with a third less of the processor, because it has no windows. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Keeps the browser from contacting other hosts and from asking questions of its own. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * For tests, not for measurements: pages live for seconds, so optimizing their code costs more than it brings, and so
 * does a process for drawing. A tenth of the processor time of the journeys.
 */
export const shortLived = ['--in-process-gpu', '--js-flags=--no-turbofan,--no-maglev,--max-lazy'];

/** The Chromium of CHROMIUM_PATH or of PATH; null where there is none. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : null;
  return findProgram(names);
}

export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: install it, or name its path in CHROMIUM_PATH.');
  // Chromium's sandbox refuses to start as root.
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: [...flags, ...more], chromiumSandbox: !isRoot });
}
