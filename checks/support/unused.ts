import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { packageOf, type SourceFile } from './source-file.ts';

/**
 * Files that no other file imports or names. `mentions` is the text of what starts things: package.json, index.html and the like.
 */
export function findUnusedFiles(files: SourceFile[], mentions: string): string[] {
  const used = new Set<string>();
  for (const { path, imports, strings } of files) {
    for (const { file } of imports) if (file) used.add(file);
    for (const text of strings) {
      used.add(posix.normalize(text));
      used.add(posix.join(posix.dirname(path), text));
    }
  }
  return files
    .filter(
      ({ path }) =>
        !used.has(path) && !isLoadedByName(path) && !mentions.includes(path.replace(/^web\//, '')),
    )
    .map(({ path }) => `${path} is used by nobody: remove it, or use it.`);
}

/** Exports that neither another file nor their own uses. One that is only more open than it need be is no dead code. */
export function findDeadExports(files: SourceFile[]): string[] {
  const taken = new Map<string, Set<string>>();
  for (const { file, names } of files.flatMap(({ imports }) => imports)) {
    if (file) taken.set(file, new Set([...(taken.get(file) ?? []), ...names]));
  }
  return files.flatMap(({ path, exports, identifiers }) => {
    if (isLoadedByName(path)) return [];
    const names = taken.get(path);
    const isDead = (name: string) =>
      !names?.has(name) && !names?.has('*') && (identifiers.get(name) ?? 0) <= 1 && name !== 'default';
    return exports.filter(isDead).map((name) => `${path}: nobody uses ${name}: remove it.`);
  });
}

/** Tests, the tools' configurations, migrations and ambient types: their tools find them by name. */
function isLoadedByName(path: string): boolean {
  return /\.test\.tsx?$|^[^/]+\.config\.ts$|\/migrations\/\d{4}_|\.d\.ts$/.test(path);
}

/** Packages that package.json lists for nobody, and those that are used without being listed. */
export function findPackageDrift(files: SourceFile[], listed: string[], otherText: string): string[] {
  const imported = files.flatMap(({ imports }) =>
    imports
      .map(({ specifier }) => specifier)
      .filter((specifier) => /^[@a-z]/.test(specifier) && !isBuiltin(specifier))
      .map(packageOf),
  );
  const named = new Set([...imported, ...files.flatMap(({ strings }) => strings)]);
  const idle = listed.filter((name) => !named.has(name) && !otherText.includes(name));
  const unlisted = [...new Set(imported)].filter((name) => !listed.includes(name));
  return [
    ...idle.map((name) => `package.json lists ${name}, which nobody uses: remove it.`),
    ...unlisted.map(
      (name) => `${name} is imported but not listed in package.json: npm may drop or change it at any time.`,
    ),
  ];
}
