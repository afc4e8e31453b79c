import { createHash } from 'node:crypto';
import type { RunSubject } from '../../../../../contract/runs.ts';
import { releaseBytes } from '../../../../platform/release-bytes.ts';
import type { Spool } from '../../../../platform/spool.ts';
import { charactersStoredAtOnce, storedAtOnce } from '../../pace.pure.ts';
import { checkFile, type FileFacts, type FormatSettings, readLines } from './read-file.pure.ts';
import type { FileRecord } from './records.pure.ts';

export interface CsvOptions {
  about: RunSubject;
  settings: FormatSettings;
}

/** The first says what the whole file is, so that a file with a fault stores nothing. */
export type CsvPortion = { facts: FileFacts; sha256: string } | { lines: FileRecord[] };

/** The reader of imports, in a thread. @throws ApiError 400 with the line and the column of a fault */
export async function* readCsv(file: Spool, { about, settings }: CsvOptions): AsyncGenerator<CsvPortion> {
  const bytes = await file.read(0, file.size);
  try {
    const facts = await checkFile(bytes, settings, about);
    yield { facts, sha256: createHash('sha256').update(bytes).digest('hex') };
    for await (const lines of portionsOf(readLines(bytes, facts))) yield { lines };
  } finally {
    releaseBytes(bytes);
  }
}

/** Each is stored in one transaction. */
async function* portionsOf(records: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord[]> {
  let portion: FileRecord[] = [];
  let characters = 0;
  for await (const record of records) {
    const length = record.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (portion.length === storedAtOnce || characters + length > charactersStoredAtOnce) {
      yield portion;
      portion = [];
      characters = 0;
    }
    portion.push(record);
    characters += length;
  }
  yield portion;
}
