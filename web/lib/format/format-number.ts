/**
 * '10,000'. Not with Intl, because the first use of the browser's locale data takes a tenth of a second on a slow
 * computer.
 */
export function formatNumber(value: number) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
