const minDigits = 13;
const maxDigits = 19;
const zero = 0x30;
const nine = 0x39;
const point = 0x2e;
/** In which the tag before a text is looked for. */
const tagMaxBytes = 200;
const none = Buffer.alloc(0);

/** Codes of items have 13 and 14 digits, of which one in ten passes the test. */
const itemElements = /^<(?:[\w.-]+:)?(POSCode|POSCodeModifier|InventoryItemID|ItemID|OrderItemID)\b/;

/**
 * Replaces card numbers in place by stars and their last four digits, so that they are never stored. The last digits
 * keep two numbers of transactions apart that look like cards.
 */
export function createCardMask() {
  let before = none;
  let held = none;
  /** More digits than a card has came already. */
  let isLong = false;

  const mask = (bytes: Buffer, start: number, end: number) => {
    const length = end - start;
    if (isLong || length < minDigits || length > maxDigits || !passesTest(bytes, start, end)) return;
    const ahead = Buffer.concat([before, bytes.subarray(Math.max(0, start - tagMaxBytes), start)]);
    // A decimal point makes it an amount.
    if (ahead.at(-1) === point || bytes[end] === point) return;
    const tag = ahead.subarray(-tagMaxBytes).toString('latin1');
    if (!itemElements.test(tag.slice(tag.lastIndexOf('<')))) bytes.fill('*', start, end - 4);
  };

  /** Returns where the digits at the end begin. */
  const maskAll = (bytes: Buffer): number => {
    let start = -1;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte >= zero && byte <= nine) {
        if (start < 0) start = at;
      } else if (start >= 0) {
        mask(bytes, start, at);
        start = -1;
        isLong = false;
      } else {
        isLong = false;
      }
    }
    return start < 0 ? bytes.length : start;
  };

  return {
    /** Returns what is safe so far. Digits at the end are held back, because more of them may follow. */
    push(piece: Buffer): Buffer {
      const bytes = held.length > 0 ? Buffer.concat([held, piece]) : piece;
      let safe = maskAll(bytes);
      isLong ||= bytes.length - safe > maxDigits;
      if (isLong) safe = bytes.length;
      held = Buffer.from(bytes.subarray(safe));
      const done = bytes.subarray(0, safe);
      before = Buffer.from(Buffer.concat([before, done.subarray(-tagMaxBytes)]).subarray(-tagMaxBytes));
      return done;
    },
    end(): Buffer {
      mask(held, 0, held.length);
      return held;
    },
  };
}

function passesTest(bytes: Buffer, start: number, end: number): boolean {
  let sum = 0;
  for (let at = end - 1, isSecond = false; at >= start; at--, isSecond = !isSecond) {
    const digit = (bytes[at] ?? zero) - zero;
    const doubled = isSecond ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && sum > 0;
}
