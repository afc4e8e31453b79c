import { headerKey, type ImportColumn, importColumns } from '../../../../../contract/import-columns.ts';
import type { RunSubject } from '../../../../../contract/runs.ts';

export type Mapping = (ImportColumn | null)[];

/** The column of each header, by its label or else by a synonym. Each column is used at most once. */
export function mapHeaders(about: RunSubject, headers: readonly string[]): Mapping {
  const columns = Object.entries(importColumns[about]) as [
    ImportColumn,
    { label: string; synonyms: readonly string[] },
  ][];
  const keys = headers.map(headerKey);
  const mapping: Mapping = headers.map(() => null);
  const isFree = (index: number) => index !== -1 && mapping[index] === null;
  // Labels first, then synonyms in their order, so that the better match wins wherever it is in the file.
  for (const [id, { label }] of columns) {
    const index = keys.indexOf(headerKey(label));
    if (isFree(index)) mapping[index] = id;
  }
  for (const [id, { synonyms }] of columns) {
    if (mapping.includes(id)) continue;
    const index = synonyms.map((synonym) => keys.indexOf(headerKey(synonym))).find(isFree);
    if (index !== undefined) mapping[index] = id;
  }
  return mapping;
}

/** The columns that were chosen for a file with the same headers, in any order; null for other headers. */
export function rememberedMapping(
  headers: readonly string[],
  earlier: { headers: readonly string[]; mapping: Readonly<Mapping> },
): Mapping | null {
  if (setOf(headers) !== setOf(earlier.headers)) return null;
  const chosen = new Map(earlier.headers.map((header, index) => [headerKey(header), earlier.mapping[index]]));
  return headers.map((header) => chosen.get(headerKey(header)) ?? null);
}

function setOf(headers: readonly string[]): string {
  return JSON.stringify(headers.map(headerKey).sort());
}
