import { randomBytes } from 'node:crypto';

let made = 0;

/** Version 7 with a counter, so that ids of one millisecond keep their order. */
export function orderedId(at: string): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.parse(at), 0, 6);
  made = (made + 1) % 0x1000;
  bytes.writeUInt16BE(made, 6);
  return uuidFrom(bytes, 7);
}

/** RFC 9562. Without a version the bytes are those of a UUID. */
export function uuidFrom(bytes: Buffer, version?: 7 | 8): string {
  if (version) {
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  }
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
