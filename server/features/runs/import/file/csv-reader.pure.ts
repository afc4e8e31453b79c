import { createHash } from 'node:crypto';
import type { RunSubject } from '../../../../../contract/runs.ts';
import { piecesOf, type Spool } from '../../../../platform/spool.ts';
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
  const facts = await checkFile(file, settings, about);
  const hash = createHash('sha256');
  for await (const piece of piecesOf(file)) hash.update(piece);
  yield { facts, sha256: hash.digest('hex') };
  for await (const lines of portionsOf(readLines(file, facts))) yield { lines };
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
