import { formatNumber } from './format-number.ts';

/** For a part that is not known, which is not 0. */
export const unknownFigure = '—';

/** '$1,234.56' for 123456 cents. The digits of an integer are written, so nothing is rounded. */
export function formatMoney(cents: number | null): string {
  return cents === null ? unknownFigure : `${sign(cents)}$${decimal(cents, 2)}`;
}

/** '$1,235', for a figure that is read at a glance. */
export function formatDollars(cents: number | null): string {
  if (cents === null) return unknownFigure;
  return `${sign(cents)}$${formatNumber(Math.round(Math.abs(cents) / 100))}`;
}

/** '$250k', '$1.25M' or '40', for the round values of an axis. */
export function formatTick(value: number, symbol = ''): string {
  const size = Math.abs(value);
  const [scaled, letter] = size < 1000 ? [size, ''] : size < 1e6 ? [size / 1000, 'k'] : [size / 1e6, 'M'];
  return `${sign(value)}${symbol}${formatNumber(Number(scaled.toFixed(2)))}${letter}`;
}

/** '1,234.567' for thousandths of a gallon. */
export function formatVolume(thousandths: number | null): string {
  return thousandths === null ? unknownFigure : `${sign(thousandths)}${decimal(thousandths, 3)}`;
}

/** '1,235' for thousandths, for a figure that is read at a glance. */
export function formatGallons(thousandths: number | null): string {
  if (thousandths === null) return unknownFigure;
  return `${sign(thousandths)}${formatNumber(Math.round(Math.abs(thousandths) / 1000))}`;
}

/** '12' or '1.5' for thousandths of a unit. */
export function formatQuantity(thousandths: number | null): string {
  return formatVolume(thousandths).replace(/\.?0+$/, '');
}

export function formatCount(count: number | null): string {
  return count === null ? unknownFigure : formatNumber(count);
}

function sign(value: number): string {
  return value < 0 ? '−' : '';
}

function decimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${formatNumber(Number(digits.slice(0, -places)))}.${digits.slice(-places)}`;
}
