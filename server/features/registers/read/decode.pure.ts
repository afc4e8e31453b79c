import { RefusedFile } from './register-file.pure.ts';

/** Bytes 80–9F of Windows-1252. The decoders of some Node versions read them as control characters. */
const high =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

export interface Decoder {
  decode(bytes: Uint8Array): string;
  /** @throws RefusedFile for half a character at the end. */
  end(): string;
}

/**
 * For what begins with these bytes, without space before them. By the declaration; a byte order mark of UTF-8 wins, and
 * UTF-8 is meant without both. @throws RefusedFile
 */
export function decoderFor(bytes: Buffer): { decoder: Decoder; skipped: number } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { decoder: utf8(), skipped: 3 };
  const head = bytes.subarray(0, 200).toString('latin1');
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  // Programs that write text in UTF-8 may declare UTF-16. What is UTF-16 has become UTF-8 before.
  if (/^(utf-?8|utf-?16(le|be)?|us-ascii|ascii)$/.test(declared)) return { decoder: utf8(), skipped: 0 };
  if (/^(iso-8859-1|iso8859-1|latin-?1|windows-1252|cp1252)$/.test(declared))
    return { decoder: windows1252, skipped: 0 };
  throw new RefusedFile(`The encoding ${declared.slice(0, 40)} is not read. Send UTF-8 or ISO-8859-1.`);
}

const windows1252: Decoder = {
  decode: (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (letter) => high[letter.charCodeAt(0) - 0x80] ?? letter),
  end: () => '',
};

const notInEncoding = () => new RefusedFile('The file has bytes that are no text in its encoding.');

function utf8(): Decoder {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const read = (work: () => string) => {
    try {
      return work();
    } catch {
      throw notInEncoding();
    }
  };
  return {
    decode: (bytes) => read(() => decoder.decode(bytes, { stream: true })),
    end: () => read(() => decoder.decode()),
  };
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** UTF-16, by its mark or its first letter, becomes UTF-8 with its mark: card numbers are looked for in bytes. */
export function createNarrower() {
  let head: Buffer | null = Buffer.alloc(0);
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  const narrow = (piece: Buffer, isLast: boolean) => {
    if (!decoder) return piece;
    try {
      return Buffer.from(decoder.decode(piece, { stream: !isLast }));
    } catch {
      throw notInEncoding();
    }
  };
  const begin = (isLast: boolean) => {
    const first = head ?? Buffer.alloc(0);
    head = null;
    const isLittle =
      first.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) || (first[0] === 0x3c && first[1] === 0);
    const isBig =
      first.subarray(0, 2).equals(Buffer.from([0xfe, 0xff])) || (first[0] === 0 && first[1] === 0x3c);
    if (!isLittle && !isBig) return first;
    decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be', { fatal: true });
    return Buffer.concat([utf8Mark, narrow(first, isLast)]);
  };
  return {
    /** @throws RefusedFile */
    push(piece: Buffer): Buffer {
      if (!head) return narrow(piece, false);
      head = Buffer.concat([head, piece]);
      return head.length < 2 ? Buffer.alloc(0) : begin(false);
    },
    /** @throws RefusedFile for half a character. */
    end: (): Buffer => (head ? begin(true) : decoder ? narrow(Buffer.alloc(0), true) : Buffer.alloc(0)),
  };
}
