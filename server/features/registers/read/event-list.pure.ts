import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EventList, ReadEvent } from './register-file.pure.ts';

const eventsAtOnce = 50;

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
      // A copy, because the buffer may be a part of a larger one, which would stay.
      packed.push(new Uint8Array(deflateRawSync(JSON.stringify(newest), { level: 1 })));
      newest = [];
    },
    *[Symbol.iterator]() {
      for (const block of packed) yield* JSON.parse(inflateRawSync(block).toString()) as ReadEvent[];
      yield* newest;
    },
  };
}
