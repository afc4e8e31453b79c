import { globSync } from 'node:fs';
import type { Row } from './endpoint-row.ts';

const features = new URL('../../features/', import.meta.url);
const tables = globSync('*/*.access-table.ts', { cwd: features.pathname });

/** Who may call what: the rows of every feature's `x.access-table.ts`. */
export const endpointTable: Row[] = (
  await Promise.all(tables.map((path) => import(new URL(path, features).href) as Promise<{ rows: Row[] }>))
).flatMap(({ rows }) => rows);
