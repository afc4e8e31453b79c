import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const madeByTools = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage']);

/** The project's own files as paths below its root. Read from the disk, so that the checks need no git. */
export function listFiles(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (madeByTools.has(entry.name)) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
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
