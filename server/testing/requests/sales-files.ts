import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/sales-imports.ts';
import type { Client } from './client.ts';

export interface Upload {
  about?: contract.SalesImportKind;
  name?: string;
}

export async function upload(
  client: Client,
  file: string | Uint8Array,
  { about = 'closes', ...query }: Upload = {},
) {
  const search = new URLSearchParams({ id: randomUUID(), about, name: 'day.csv', ...query });
  const path = `${contract.uploadSales.path}?${search}`;
  const answer = await client.raw('POST', path, file, { 'content-type': 'text/csv' });
  return { status: answer.status, body: await answer.json() };
}

export async function uploaded(client: Client, file: string, query?: Upload): Promise<contract.SalesImport> {
  const { status, body } = await upload(client, file, query);
  if (status !== 200) throw new Error(`The file was refused: ${JSON.stringify(body)}`);
  return body;
}
