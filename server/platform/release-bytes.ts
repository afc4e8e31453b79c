/**
 * Frees bytes that nobody reads any more, where V8 would keep tens of megabytes of them for a while. Only those with memory of their
 * own: all of it, or a part of this many bytes that nobody else has a part of.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array, ownBytes = byteLength): void {
  const isOwn = buffer.byteLength === byteLength || buffer.byteLength === ownBytes;
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
