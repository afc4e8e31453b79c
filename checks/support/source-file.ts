import { posix } from 'node:path';
import { parseSync } from 'vite';

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
