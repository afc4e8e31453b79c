import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seals what must not be readable in a copy of the database: signing keys, mail, second-factor secrets. */
export interface Secrets {
  /** AES-256-GCM under a key of its own for each purpose; text that `open` takes back. */
  seal(plain: string, purpose: string): string;
  /** @throws when the text was sealed for another purpose, with another key, or changed. */
  open(sealed: string, purpose: string): string;
  /** 32 bytes that only this installation can compute. */
  derive(purpose: string): Buffer;
}

const ivBytes = 12;
const tagBytes = 16;

/** Uses SECRET_KEY, or a key made at first start in `DATA_DIR/secret.key` (0600). */
export function createSecrets(dataDir: string, secretKey: string | undefined): Secrets {
  const master = secretKey ?? readOrMakeKey(dataDir);
  const keys = new Map<string, Buffer>();
  const derive = (purpose: string) => {
    let key = keys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', master, 'canopy', purpose, 32));
      keys.set(purpose, key);
    }
    return key;
  };
  return {
    derive,
    seal(plain, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', derive(purpose), iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', derive(purpose), bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

function readOrMakeKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'secret.key');
  // Written beside and linked into place: two processes starting at once agree on one whole key.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    return readKey(file);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(file);
}

function readKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32) throw new Error(`${file} is not a key: restore it from a backup, or move it away`);
  return key;
}

function isCode(error: unknown, code: string) {
  return error instanceof Error && 'code' in error && error.code === code;
}
