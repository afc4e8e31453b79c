import { randomUUID } from 'node:crypto';
import type { Problem } from '../../../contract/http/problem.ts';
import { type Run, type RunSubject, uploadFile } from '../../../contract/runs.ts';
import type { Client } from './client.ts';

interface Options {
  id?: string;
  name?: string;
  encoding?: string;
  separator?: string;
  type?: string;
}

interface Uploaded {
  status: number;
  /** Throws with the problem when the upload was refused. */
  ok(): Run;
  problem(): Problem;
}

/** Uploads a file of an import as its page does. */
export async function upload(
  client: Client,
  about: RunSubject,
  file: string | Uint8Array,
  { id = randomUUID(), name = `${about}.csv`, type = 'text/csv', ...format }: Options = {},
): Promise<Uploaded> {
  const query = new URLSearchParams({ id, about, name, ...format });
  const response = await client.raw('POST', `${uploadFile.path}?${query}`, file, { 'content-type': type });
  const answer: unknown = await response.json();
  return {
    status: response.status,
    ok() {
      if (!response.ok) throw new Error(`The file was refused: ${JSON.stringify(answer)}`);
      return answer as Run;
    },
    problem() {
      if (response.ok) throw new Error('The file was accepted');
      return answer as Problem;
    },
  };
}
