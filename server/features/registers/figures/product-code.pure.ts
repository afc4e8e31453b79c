import { fold } from '../../../../contract/lists/search-key.ts';
import type { Choices } from './stored.pure.ts';

const upcDigits = 11;

/** Digits lose their leading zeros; other characters stay as they are. */
export function productCode(
  { code, format }: { code: string; format: string | null },
  { lacks_check_digit }: Pick<Choices, 'lacks_check_digit'>,
): string {
  if (!/^\d+$/.test(code)) return code;
  const isCut = lacks_check_digit && format === 'upcA' && code.length <= upcDigits;
  return (isCut ? withCheckDigit(code.padStart(upcDigits, '0')) : code).replace(/^0+(?=\d)/, '');
}

function withCheckDigit(digits: string): string {
  const total = [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (total % 10)) % 10}`;
}

/** By which a product is found: its folded name, and its code. */
export function productKey(code: string, name: string | null): string {
  return `${fold(name ?? '')} ${code.toLowerCase()}`.trim();
}
