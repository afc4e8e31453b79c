/** RFC 9562. Without a version the bytes are those of a UUID. */
export function uuidFrom(bytes: Buffer, version?: 7 | 8): string {
  if (version) {
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  }
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
