import { createParser } from 'eventsource-parser';
import { openStream, type StreamEvents } from '../../../contract/changes.ts';
import { open } from '../http/http.ts';
import { isStorageShared } from '../session/session-storage.ts';

export type StreamEvent = {
  [Name in keyof StreamEvents]: { name: Name; data: StreamEvents[Name] };
}[keyof StreamEvents];

/** A proxy that holds the answer back passes on nothing. */
const firstByteMs = 5_000;
/** The server sends a comment every 15 s. */
const silenceMs = 40_000;

/** The stream gave no sign of life: a proxy holds it back, or the network is gone. */
export class Silence extends Error {
  readonly isAtStart: boolean;
  constructor(isAtStart: boolean) {
    super('The stream is silent');
    this.isAtStart = isAtStart;
  }
}

/**
 * Reads one stream until it ends. Throws `Silence`, the failure of the request, or that of the connection. `onSign` is
 * called with each byte.
 */
export async function readStream(
  onEvent: (event: StreamEvent) => void,
  onSign: () => void,
  leaving: AbortSignal,
): Promise<void> {
  const cutting = new AbortController();
  let isSilent = false;
  let isOver = false;
  let isAtStart = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectSign = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      cutting.abort();
    }, ms);
  };
  const parser = createParser({
    onEvent: ({ event = '', data }) => {
      const read = { name: event, data: JSON.parse(data) } as StreamEvent;
      if (read.name === 'bye') isOver = true;
      onEvent(read);
    },
  });
  expectSign(firstByteMs);
  try {
    const signal = AbortSignal.any([leaving, cutting.signal]);
    const body = (
      await open(openStream, { query: isStorageShared() ? {} : { alone: 'yes' } }, { signal })
    ).body();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      isAtStart = false;
      expectSign(silenceMs);
      onSign();
      parser.feed(part.value);
      if (isOver) break;
    }
    cutting.abort();
  } catch (error) {
    if (isSilent && !leaving.aborted) throw new Silence(isAtStart);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
