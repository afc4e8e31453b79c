import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { releaseBytes } from './spool.ts';

const valuesAtOnce = 100;
/** Larger than the buffers that Node shares, so that what zlib returns can be released. */
const chunkSize = 131_072;

/** Keeps many values that JSON can hold in little memory: packed, 100 at a time. */
export function createPackedList<Value>() {
  const packed: Uint8Array[] = [];
  let newest: Value[] = [];
  return {
    add(value: Value): void {
      newest.push(value);
      if (newest.length < valuesAtOnce) return;
      packed.push(pack(newest));
      newest = [];
    },
    *[Symbol.iterator](): Generator<Value> {
      for (const block of packed) yield* unpack<Value>(block);
      yield* newest;
    },
  };
}

function pack(values: readonly unknown[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(values));
  const result = deflateRawSync(text, { level: 1, chunkSize });
  const block = new Uint8Array(result);
  for (const done of [text, result]) releaseBytes(done, chunkSize);
  return block;
}

function unpack<Value>(block: Uint8Array): Value[] {
  const result = inflateRawSync(block, { chunkSize });
  const text = result.toString();
  releaseBytes(result, chunkSize);
  return JSON.parse(text) as Value[];
}

/** Shorter ones are not worth it. */
const shortLength = 4096;
const mark = 'z:';

/** A long text as base64 of deflate, a tenth of its size when it is JSON of rows. For texts that never begin with `z:`. */
export function packText(text: string): string {
  if (text.length < shortLength) return text;
  return mark + deflateRawSync(text).toString('base64');
}

/** What `packText` returned. */
export function unpackText(text: string): string {
  if (!text.startsWith(mark)) return text;
  return inflateRawSync(Buffer.from(text.slice(mark.length), 'base64')).toString();
}
