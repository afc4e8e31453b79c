import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { releaseBytes } from '../../../platform/release-bytes.ts';
import type { EventList, ReadEvent } from './register-file.pure.ts';

const eventsAtOnce = 100;
/** Larger than the buffers that Node shares, so that what zlib returns can be released. */
const chunkSize = 131_072;

export function createEventList(): EventList {
  const dates = new Set<string>();
  const packed: Uint8Array[] = [];
  let newest: ReadEvent[] = [];
  return {
    dates,
    add(event) {
      dates.add(event.business_date);
      newest.push(event);
      if (newest.length < eventsAtOnce) return;
      packed.push(pack(newest));
      newest = [];
    },
    *[Symbol.iterator]() {
      for (const block of packed) yield* unpack(block);
      yield* newest;
    },
  };
}

function pack(events: readonly ReadEvent[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(events));
  const result = deflateRawSync(text, { level: 1, chunkSize });
  const block = new Uint8Array(result);
  for (const done of [text, result]) releaseBytes(done, chunkSize);
  return block;
}

function unpack(block: Uint8Array): ReadEvent[] {
  const result = inflateRawSync(block, { chunkSize });
  const text = result.toString();
  releaseBytes(result, chunkSize);
  return JSON.parse(text) as ReadEvent[];
}
