/**
 * What a register file may say, beside its size. The feed and days have the same bounds, so that no way in can store what another could not.
 * What is longer than a code is refused, because two codes could become one. Names are only shown: they are cut.
 */

/** Of departments, grades, items, locations, registers, cashiers, tills and transactions: those of registers have at most 20. */
export const codeMaxLength = 40;
/** Of departments, items, make and version: registers print at most 40 on a receipt. */
export const nameMaxLength = 100;

/** Before the point. A day of a location has less than $1,000,000. */
export const amountMaxDigits = 9;
/**
 * Cents, thousandths of a gallon or unit, or a count: the sum of a report, and of the events of a day in a file, whatever the
 * signs. 5,000 locations × 400 days of it are still integers that JavaScript and JSON can hold.
 */
export const figureMax = 4_000_000_000;
/** Registers use two digits: 2 is a day, 98 a shift. */
export const periodMax = 999;
/** A register that corrects a report every minute needs two years to come here. */
export const sequenceMax = 999_999;

/** Business dates of a file: a month, and some days that came late. Each is computed anew. */
export const datesMaxCount = 40;
/** Register, cashier and till of a file's reports: a large location has 30 a day. */
export const tillsMaxCount = 200;
export const reportsMaxCount = 500;
/** Of a file, as departments are. A location has at most eight, in a few spellings. */
export const gradesMaxCount = 100;
/** Those of a connection are all read for each of its files. */
export const departmentsMaxCount = 1000;
/** Of one report or price book: a supermarket has 40,000. */
export const itemsMaxCount = 50_000;
/** The busiest location sells 4,000 times a day. */
export const eventsMaxCount = 50_000;

/** Registers ahead of their time zone, or with a clock that is a day off. */
export const daysAheadMax = 2;
export const yearsBackMax = 10;

/** Of elements in elements: registers use 12. */
export const depthMax = 40;
export const textMaxLength = 65_536;
export const attributesMaxCount = 100;
/** Of one event or detail, which is in memory at once. */
export const nodesMaxCount = 20_000;
export const nodesMaxLength = 4_000_000;
/** A parser that reads this much without an element is being kept busy. */
export const silentMaxLength = 1_048_576;
