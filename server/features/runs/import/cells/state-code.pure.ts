import { stateNames } from '../../../../../contract/fields/states.ts';
import { fold } from '../../../../../contract/lists/search-key.ts';

const longestName = 40;
const otherNames = { 'washington dc': 'DC', 'virgin islands': 'VI', 'us virgin islands': 'VI' };
const codes = new Map([
  ...Object.entries(stateNames).map(([code, name]) => [nameKey(name), code] as const),
  ...Object.keys(stateNames).map((code) => [code.toLowerCase(), code] as const),
  ...Object.entries(otherNames),
]);

/** 'TX' for 'Texas' and 'T.X.'; every other text as it is. */
export function stateCode(text: string): string {
  return text.length > longestName ? text : (codes.get(nameKey(text)) ?? text);
}

function nameKey(name: string): string {
  return fold(name).replace(/\./g, '').replace(/\s+/g, ' ').trim();
}
