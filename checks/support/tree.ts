import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { parseSync } from 'vite';

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

export interface Import {
  /** As written in the source. */
  specifier: string;
  /** The path below the root for our own files, otherwise null. */
  file: string | null;
}

export interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
}

/**
 * Reads the imports and re-exports of a source, types included, with Vite's parser: TypeScript 7 has no API for it.
 */
export function readSource(path: string, text: string): SourceFile {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => literal(text.slice(start, end))),
    ...[...text.matchAll(/\bimport\((['"])([^'"]+)\1\)\./g)].map((match) => match[2]),
  ];
  const names = [...new Set(specifiers.filter((specifier) => specifier !== undefined))];
  return {
    path,
    text,
    imports: names.map((specifier) => ({ specifier, file: resolveOwn(path, specifier) })),
  };
}

function literal(text: string): string | undefined {
  return /^(['"])(.+)\1$/.exec(text)?.[2];
}

function resolveOwn(path: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.join(posix.dirname(path), specifier.replace(/[?#].*$/, ''));
}
