import { fold, phoneDigits } from '../../../../contract/lists/search-key.ts';
import { searchQueryOf } from '../../../../contract/lists/search-tiers.ts';
import type { FoundLocation, FoundUser } from '../../../../contract/search.ts';
import { choiceName, townName } from '../../../lib/format/location-names.ts';
import type { BoxResult, Placed } from './box-results.ts';
import { locationLink, userLink } from './screens.ts';

type Found = FoundUser | FoundLocation;

/** As the box shows a row that `text` found. */
export function placed(row: Found, text = ''): Placed {
  const { tier, weight, name } = row;
  return { tier, weight, order: fold(name), result: resultOf(row, text) };
}

function resultOf(row: Found, text: string): BoxResult {
  const { id, kind, name } = row;
  const found = { key: id, kind, of: { kind, id } };
  if (row.kind === 'location') {
    const shown = { name: choiceName(row), detail: townName(row) };
    return { ...found, ...withHit(shown, row, text), link: locationLink(row) };
  }
  const { email, location, is_active } = row;
  const detail = [location, name === email ? null : email].filter(Boolean).join(' · ');
  return { ...found, ...withHit({ name, detail }, row, text), isInactive: !is_active, link: userLink(row) };
}

/** Says by which phone or number a row was found, when the box shows it nowhere else. */
function withHit(shown: { name: string; detail: string }, row: Found, text: string) {
  const { words, phones } = searchQueryOf(text).search;
  const texts = [...words.map(({ texts }) => texts), ...(phones.length > 0 ? [phones] : [])];
  const has = (value: string, some: readonly string[]) => {
    const [folded, digits] = [fold(value), value.replace(/\D/g, '')];
    return some.some((one) => folded.includes(one) || (isDigits(one) && digits.includes(one)));
  };
  const all = `${shown.name} ${shown.detail}`;
  const missing = texts.filter((some) => !some.some((one) => fold(all).includes(one)));
  const hits = hiddenOf(row).filter(([, value]) => value && missing.some((some) => has(value, some)));
  const detail = [...hits.map(([label, value]) => `${label} ${value}`.trim()), shown.detail].join(' · ');
  return { name: shown.name, detail };
}

function isDigits(text: string): boolean {
  return phoneDigits(text) === text && text.length >= 3;
}

function hiddenOf(row: Found): readonly (readonly [label: string, value: string | null])[] {
  if (row.kind === 'user')
    return [
      ['Phone', row.phone],
      ['Employee number', row.employee_number],
    ];
  return [
    ['Number', row.number],
    ['', row.address],
    ['ZIP code', row.zip],
    ['Phone', row.phone],
  ];
}
