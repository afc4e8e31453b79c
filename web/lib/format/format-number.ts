/** '10,000'. The first use of Intl takes a tenth of a second on a slow computer. */
export function formatNumber(value: number) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** '1 user', '1,204 users' */
export function countOf(count: number, one: string, several = `${one}s`) {
  return `${formatNumber(count)} ${count === 1 ? one : several}`;
}
