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

/** In tenths of a percent, as '▲ 3.2 %'; null when it cannot be said. */
export function changeOf(now: number | null, before: number | null): string | null {
  if (now === null || before === null || before <= 0) return null;
  const tenths = Math.round(((now - before) * 1000) / before);
  const percent = `${Math.floor(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10} %`;
  return tenths === 0 ? percent : `${tenths > 0 ? '▲' : '▼'} ${percent}`;
}
