/** Of a day: cents, thousandths or a count. Sums over 5,000 locations and 400 days are exact then. */
export const figureMax = 4_000_000_000;
