const shortest = 8;

/**
 * Returns the secrets that the text contains: as they are, as JSON, a URL or a byte string would write them, or in
 * hexadecimal, base64 or base64url, also inside a longer text. Case does not count.
 */
export function findSecrets(text: string, secrets: Iterable<string>): string[] {
  const haystack = fold(text);
  return [...secrets].filter((secret) => spellingsOf(secret).some((spelling) => haystack.includes(spelling)));
}

function spellingsOf(secret: string): string[] {
  if (secret.length < shortest) throw new Error(`'${secret}' would be found by accident`);
  const bytes = [Buffer.from(secret), ...meaningsOf(secret)];
  const plain = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  return [...plain, ...bytes.flatMap((value) => [value.toString('hex'), ...base64Within(value)])].map(fold);
}

/** A secret that is itself an encoding of bytes may be stored as these bytes. */
function meaningsOf(secret: string): Buffer[] {
  const meanings: Buffer[] = [];
  if (/^[\w-]{20,}$/.test(secret)) meanings.push(Buffer.from(secret, 'base64url'));
  if (/^[A-Z2-7]{16,}$/.test(secret)) meanings.push(fromBase32(secret));
  return meanings.filter((bytes) => bytes.length >= shortest);
}

/** Base64 of the bytes after zero, one or two other bytes, without the characters that depend on their neighbors. */
function base64Within(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const isCut = (shift + bytes.length) % 3 !== 0;
    return text.slice(Math.ceil((shift * 8) / 6), isCut ? -1 : undefined);
  });
}

/** Makes the two alphabets of base64 equal. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
