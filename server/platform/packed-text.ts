import { deflateRawSync, inflateRawSync } from 'node:zlib';

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
