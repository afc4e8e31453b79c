import { fold } from '../../../../contract/lists/search-key.ts';

/** By which a product is found: its folded name, and its code. */
export function productKey(code: string, name: string | null): string {
  return `${fold(name ?? '')} ${code.toLowerCase()}`.trim();
}
