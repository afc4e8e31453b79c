/** Everything at its limit, or at ten times of it. */
export type Times = 1 | 10;

export interface Hostile<T> {
  name: string;
  /** Large inputs are made when they are sent. */
  make: () => T;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** As much of it as may be sent: a limit is broken long before. */
export function sendable(texts: Iterable<string>, maxBytes: number): Bytes {
  const pieces: Buffer[] = [];
  let waiting = '';
  let size = 0;
  const save = () => {
    const piece = Buffer.from(waiting);
    pieces.push(piece);
    size += piece.length;
    waiting = '';
  };
  for (const text of texts) {
    waiting += text;
    if (waiting.length > 65_536) save();
    if (size >= maxBytes) break;
  }
  save();
  return Uint8Array.from(Buffer.concat(pieces).subarray(0, maxBytes));
}

export const x = (count: number) => 'x'.repeat(count);

/** As many whole ones as fit, where a parser sees no whole number of them at a time. */
export function* repeated(start: string, text: string, end: string, bytes: number): Generator<string> {
  yield start;
  const piece = text.repeat(Math.max(1, Math.ceil(10_000 / text.length)));
  for (let size = start.length + end.length; size + piece.length <= bytes; size += piece.length) yield piece;
  yield end;
}
