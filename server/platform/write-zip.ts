import { buffer } from 'node:stream/consumers';
import * as yazl from 'yazl';

export interface ZippedFile {
  name: string;
  bytes: Uint8Array;
}

/** A zip in memory, for some small files. Names are labels: of a path only its last part stays. */
export async function zipOf(files: readonly ZippedFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new yazl.ZipFile();
  for (const { name, bytes } of files)
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), labelOf(name));
  zip.end();
  return Uint8Array.from(await buffer(zip.outputStream));
}

/** Of a name that looks like a path or a drive, yazl makes an error. */
function labelOf(name: string): string {
  const parts = name.split(/[\\/]/).filter((part) => part !== '' && part !== '..');
  return (parts.at(-1) ?? 'file').replace(/^([a-z]):/i, '$1_');
}
