import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  name: string;
  bytes: Uint8Array;
}

const deflated = 8;
const neededVersion = 20;
/** The names are UTF-8. */
const utf8Names = 0x800;

/** A zip in memory, for some small files. */
export function zipOf(files: readonly ZippedFile[]): Uint8Array<ArrayBuffer> {
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes);
    const label = Buffer.from(name);
    // Both headers share these 26 bytes.
    const head = Buffer.alloc(26);
    head.writeUInt16LE(neededVersion, 0);
    head.writeUInt16LE(utf8Names, 2);
    head.writeUInt16LE(deflated, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(label.length, 22);
    local.push(signature(3, 4), head, label, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const made = Buffer.from([neededVersion, 0]);
    central.push(signature(1, 2), made, head, place, label);
    offset += 4 + head.length + label.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Uint8Array.from(Buffer.concat([...local, directory, signature(5, 6), end]));
}

function signature(first: number, second: number): Buffer {
  return Buffer.from([0x50, 0x4b, first, second]);
}
