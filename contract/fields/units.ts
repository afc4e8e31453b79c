/** '12', '12.5', '-3': thousandths of a unit from their digits, without separators. */
export function formatUnits(thousandths: number): string {
  const digits = String(Math.abs(thousandths)).padStart(4, '0');
  const places = digits.slice(-3).replace(/0+$/, '');
  return `${thousandths < 0 ? '-' : ''}${digits.slice(0, -3)}${places && `.${places}`}`;
}
