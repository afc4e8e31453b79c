import { createHash } from 'node:crypto';
import type { App } from '../../../kernel/context.ts';
import { inMemory, type Spool } from '../../../platform/spool.ts';
import { ReaderEnded } from '../../../platform/threads/reader-threads.ts';
import type { FilesOptions, FilesPortion, PreparedFile, Reading } from './prepare.pure.ts';

/**
 * The files in what arrived, some at a time, read in a thread. One that takes too long or too much memory ends its
 * thread: it is refused, and those after it are read in the next thread.
 */
export async function* readFiles(app: App, name: string, arrived: Spool): AsyncGenerator<PreparedFile[]> {
  let skip = 0;
  // Which file ended a thread is known when each is named before it is read.
  let isEachNamed = false;
  for (;;) {
    let begun: string | null = null;
    try {
      const options: FilesOptions = { name, skip, isEachNamed };
      const portions = app.readers.read<FilesPortion>('register-files', arrived, options);
      for await (const portion of portions) {
        begun = 'begins' in portion ? portion.begins : null;
        if ('begins' in portion) continue;
        skip += portion.files.length;
        yield portion.files;
      }
      return;
    } catch (error) {
      if (!(error instanceof ReaderEnded) || (isEachNamed && begun === null)) throw error;
      if (begun !== null) {
        skip += 1;
        yield [ended(begun, error.message)];
      }
      isEachNamed = begun === null;
    }
  }
}

function ended(name: string, refusal: string): PreparedFile {
  const sha256 = createHash('sha256').update(`${name}\n${refusal}`).digest('hex');
  return { name, sha256, bytes: 0, content: null, reading: { refusal } };
}

/** A file that is stored. */
export async function readContent(app: App, name: string, content: string): Promise<Reading> {
  const packed = inMemory(Buffer.from(content, 'base64'));
  const portions = app.readers.read<FilesPortion>('register-files', packed, { name, isStored: true });
  try {
    for await (const portion of portions)
      if ('files' in portion && portion.files[0]) return portion.files[0].reading;
  } catch (error) {
    if (error instanceof ReaderEnded) return { refusal: error.message };
    throw error;
  }
  throw new Error('A stored file is one file');
}
