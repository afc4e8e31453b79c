import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.ts';

/** For what must not be readable in a copy of the database: signing keys, emails, second-factor secrets. */
export type Secrets = ReturnType<typeof createSecrets>;

const ivBytes = 12;
const tagBytes = 16;
const keyMinLength = 32;

interface KeySettings {
  data_dir: string;
  secret_key?: string | undefined;
}

/**
 * Creates `DATA_DIR/secret.key` (mode 0600) if there is no SECRET_KEY and nothing is encrypted yet.
 * @throws ConfigError when data are encrypted but the key is missing, or the file contains no key.
 */
export function createSecrets(
  { data_dir, secret_key }: KeySettings,
  { isAnythingEncrypted }: { isAnythingEncrypted: boolean },
) {
  const master = secret_key ?? (isAnythingEncrypted ? readKey(data_dir) : readOrMakeKey(data_dir));
  const keys = new Map<string, Buffer>();
  /** 32 bytes that only this installation can compute. */
  const derive = (purpose: string): Buffer => {
    let key = keys.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', master, 'canopy', purpose, 32));
      keys.set(purpose, key);
    }
    return key;
  };
  return {
    derive,
    /** AES-256-GCM with a separate key for each purpose. */
    seal(plain: string, purpose: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', derive(purpose), iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    /** @throws when the text was encrypted for another purpose or with another key, or was changed. */
    open(sealed: string, purpose: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', derive(purpose), bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

export function wrongKey({ data_dir, secret_key }: KeySettings): ConfigError {
  const isWrong = 'is not the key that parts of this database are encrypted with.';
  return new ConfigError(
    secret_key
      ? `SECRET_KEY ${isWrong} Set the one that it was started with before, or none if that was secret.key.`
      : `${keyFileIn(data_dir)} ${isWrong} ${restoreKey}`,
  );
}

const restoreKey = 'Put the right one back from a backup.';

function keyFileIn(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

function readOrMakeKey(dataDir: string): string {
  const file = keyFileIn(dataDir);
  if (!existsSync(file)) makeKey(dataDir, file);
  return readKey(dataDir);
}

/** Links a draft into place, so that two processes starting at once agree on one key. */
function makeKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readKey(dataDir: string): string {
  const file = keyFileIn(dataDir);
  const key = readText(file).trim();
  if (key.length < keyMinLength) {
    throw new ConfigError(`${file} is not a key: it has less than ${keyMinLength} characters. ${restoreKey}`);
  }
  return key;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT') throw new ConfigError(`${file} cannot be read (${code}). ${restoreKey}`);
    throw new ConfigError(
      `${file} is missing, and parts of this database are encrypted with it. Put it back from a backup or from ` +
        'another server of this database, or set the earlier SECRET_KEY.',
    );
  }
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? error.code : error;
}
