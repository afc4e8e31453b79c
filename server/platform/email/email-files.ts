import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function saveEmailFile(
  folder: string,
  { id, created_at }: { id: string; created_at: string },
  message: Buffer,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${fileTime(created_at)}-${id}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

export async function deleteEmailFiles(folder: string, before: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  const old = files.filter((name) => /\.eml(\.part)?$/.test(name) && name < fileTime(before));
  for (const name of old) await rm(join(folder, name), { force: true });
}

/** Some file systems do not allow colons. */
function fileTime(time: string): string {
  return time.replaceAll(':', '-');
}
