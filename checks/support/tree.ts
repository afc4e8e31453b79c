import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The project's own files, as paths below its root: what git knows or would add, and what still exists. */
export function listFiles(): string[] {
  const flags = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', flags, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return output.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function isSource(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path);
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(server|web)\/testing\//.test(path) || /^(e2e|checks)\//.test(path);
}
