const minDigits = 13;
const maxDigits = 19;
const zero = 0x30;
const nine = 0x39;
const pieceBytes = 1_048_576;

/** Codes of items have 13 and 14 digits, of which one in ten passes the test. */
const itemElements = /^<(?:[\w.-]+:)?(POSCode|POSCodeModifier|InventoryItemID|ItemID|OrderItemID)\b/;

/**
 * Replaces card numbers in place by stars and their last four digits, so that they are never stored. The last digits
 * keep two numbers of transactions apart that look like cards. Returns how many there were.
 */
export async function maskCardNumbers(bytes: Buffer, pause: () => Promise<void>): Promise<number> {
  let found = 0;
  let start = -1;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= zero && byte <= nine) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      const length = at - start;
      if (length >= minDigits && length <= maxDigits && isCard(bytes, start, at)) {
        bytes.fill('*', start, at - 4);
        found += 1;
      }
      start = -1;
    }
    if (at % pieceBytes === 0) await pause();
  }
  return found;
}

function isCard(bytes: Buffer, start: number, end: number): boolean {
  // A decimal point makes it an amount.
  if (bytes[start - 1] === 0x2e || bytes[end] === 0x2e) return false;
  let sum = 0;
  for (let at = end - 1, isSecond = false; at >= start; at--, isSecond = !isSecond) {
    const digit = (bytes[at] ?? zero) - zero;
    const doubled = isSecond ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  if (sum % 10 !== 0 || sum === 0) return false;
  const tag = bytes.subarray(Math.max(0, start - 200), start).toString('latin1');
  return !itemElements.test(tag.slice(tag.lastIndexOf('<')));
}
