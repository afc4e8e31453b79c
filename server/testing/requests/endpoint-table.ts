import { globSync } from 'node:fs';
import type { Row } from './endpoint-row.ts';

const folder = new URL('../access/', import.meta.url);
const tables = globSync('*.ts', { cwd: folder.pathname });

/** Who may call what: the rows of `server/testing/access/`, a file for each feature. */
export const endpointTable: Row[] = (
  await Promise.all(tables.map((path) => import(new URL(path, folder).href) as Promise<{ rows: Row[] }>))
).flatMap(({ rows }) => rows);
