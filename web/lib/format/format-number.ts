/** '10,000'. The first use of Intl takes a tenth of a second on a slow computer. */
export function formatNumber(value: number) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** '1 user', '1,204 users' */
export function countOf(count: number, one: string, several = `${one}s`) {
  return `${formatNumber(count)} ${count === 1 ? one : several}`;
}

/** '812 bytes', '4.2 kB', '20 MB' */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ${unit}`;
}
