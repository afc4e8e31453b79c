import { posix } from 'node:path';
import { parseSync } from 'vite';
import { findUses, type Uses } from './syntax.ts';

export interface Import {
  /** As it is written. */
  specifier: string;
  /** The file below the root for our own, else null. */
  file: string | null;
  /** What is taken from there; '*' stands for everything. */
  names: string[];
  /** Types only: gone at run time. */
  isType: boolean;
}

export interface SourceFile extends Uses {
  path: string;
  imports: Import[];
  exports: string[];
}

/** Reads from a source what the checks want to know. TypeScript 7 has no interface for that; Vite's parser has. */
export function readSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const uses = findUses(program);
  const imports: Import[] = [];
  const exports: string[] = [];
  const add = (specifier: string, names: string[], isType: boolean) =>
    imports.push({ specifier, file: resolveOwn(path, specifier), names, isType });

  for (const { moduleRequest, entries } of module.staticImports) {
    const names = entries.flatMap(({ importName, localName }) => {
      if (importName.kind === 'Name') return [importName.name ?? ''];
      if (importName.kind === 'Default') return ['default'];
      return uses.members.get(localName.value) ?? ['*'];
    });
    add(moduleRequest.value, names, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  for (const { exportName, moduleRequest, importName, isType } of module.staticExports.flatMap(
    (e) => e.entries,
  )) {
    if (moduleRequest) add(moduleRequest.value, [importName.name ?? '*'], isType);
    if (exportName.kind === 'Name') exports.push(exportName.name ?? '');
    if (exportName.kind === 'Default') exports.push('default');
  }
  for (const specifier of uses.dynamicImports) add(specifier, ['*'], false);
  for (const specifier of uses.typeImports) add(specifier, ['*'], true);
  return { path, imports, exports, ...uses };
}

/** The name by which npm knows what a foreign specifier belongs to. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function resolveOwn(path: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.join(posix.dirname(path), specifier.replace(/[?#].*$/, ''));
}
