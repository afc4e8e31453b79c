/**
 * Business constants, with their units in the name. The specification fixes most of them (docs/specification.md, section 9).
 * The upper bounds are our own.
 */
export const passwordMinLength = 6;
/** Bytes of UTF-8 after NFC, and UTF-16 units before; longer passwords are refused, never cut (auth protocol, section 2). */
export const passwordMaxBytes = 1024;
export const signUpNameMinLength = 2;
export const stateLength = 2;
export const zipMinLength = 5;

/** Bytes in a request without a session, and in a request of a signed-in user. */
export const anonymousBodyMaxBytes = 32_768;
export const bodyMaxBytes = 1_000_000;

export const nameMaxLength = 200;
export const addressMaxLength = 300;
export const cityMaxLength = 100;
export const zipMaxLength = 20;
export const phoneMaxLength = 40;
export const numberMaxLength = 40;
export const emailMaxLength = 254;
export const roleNameMaxLength = 100;
export const roleDescriptionMaxLength = 300;
export const searchMaxLength = 200;
/** Lines of a run, and bytes and name of its file. */
export const runLinesMax = 50_000;
export const fileMaxBytes = 20_000_000;
/** Ids of selected rows, in the body of one request. */
export const selectedMaxCount = 20_000;
export const fileNameMaxLength = 255;
export const runTitleMaxLength = 200;
/** Runs of one user that are not applied yet, and days until they are deleted. */
export const openRunsMaxCount = 20;
export const openRunDays = 7;
/** Columns of a file with a name, and characters of such a name, of one cell, and of one line. */
export const fileColumnsMax = 200;
export const headerMaxLength = 200;
export const cellMaxLength = 10_000;
export const recordMaxLength = 200_000;
/** Cells of a line, and lines, blank ones included: the last column and row of a spreadsheet. */
export const cellsMaxCount = 16_384;
export const blankLinesMax = 1_048_576;
/** The last line of a file that can name its columns. */
export const headerLineMax = 1000;
/** Words of a file that are given a meaning, and characters of one. */
export const meaningsMaxCount = 500;
export const meaningMaxLength = 200;
export const viewNameMaxLength = 60;
export const viewQueryMaxLength = 4000;
/** Views that a user may have, shared ones among them. */
export const viewsMaxCount = 50;

/** Limits of the second factor (auth protocol, section 9). */
export const factorsMaxCount = 10;
export const factorNameMaxLength = 60;
export const totpCodeLength = 6;
/** Seconds until an unconfirmed app is deleted, and seconds in which a code may be entered. */
export const factorSetupSeconds = 300;
export const recoveryCodesCount = 10;
/** Characters of five bits each. */
export const recoveryCodeLength = 16;
/** As typed, with spaces and hyphens. */
export const recoveryCodeMaxLength = 200;

export const pageDefaultRows = 100;
export const pageMaxRows = 1000;
/** Rows that a list request may name: their ids fit into the URL that every proxy accepts. */
export const namedMaxRows = 100;
/** Characters of the `next` of a page: a sorted text of 200 characters, encoded. */
export const cursorMaxLength = 1200;
export const auditPageDefaultRows = 50;
export const auditPageMaxRows = 500;
/** Most locations or roles that one replacement may name. */
export const assignmentMaxCount = 20_000;

/** When the sign-up success view returns to sign-in (docs/specification.md, section 2). */
export const signUpReturnDelayMs = 2000;
/** How many location badges the Users list shows before '+N more' (docs/specification.md, section 2). */
export const locationBadgesShown = 2;

export const tooLong = (max: number) => `Must be at most ${max} characters`;
