import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs that is in PATH. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((candidate) => existsSync(candidate)) ?? null;
}
