// The specification fixes most of these (docs/specification.md, section 9). The upper bounds are our own.
export const passwordMinLength = 6;
/** Bytes of UTF-8 after NFC, UTF-16 units before. Longer ones are refused, never cut (auth protocol, section 2). */
export const passwordMaxBytes = 1024;
export const signUpNameMinLength = 2;
export const stateLength = 2;
export const zipMinLength = 5;

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
export const runLinesMax = 50_000;
export const fileMaxBytes = 20_000_000;
/** Packed or not. */
export const registerFileMaxBytes = 32_000_000;
/** In the body of one request. */
export const selectedMaxCount = 20_000;
export const fileNameMaxLength = 255;
export const runTitleMaxLength = 200;
export const dayNoteMaxLength = 500;
/** Of one user, and not applied yet. */
export const openRunsMaxCount = 20;
export const openRunDays = 7;
export const fileColumnsMax = 200;
export const headerMaxLength = 200;
export const cellMaxLength = 10_000;
export const recordMaxLength = 200_000;
/** The last column and row of a spreadsheet, blank ones included. */
export const cellsMaxCount = 16_384;
export const blankLinesMax = 1_048_576;
/** The last line of a file that can name its columns. */
export const headerLineMax = 1000;
export const meaningsMaxCount = 500;
export const meaningMaxLength = 200;
export const viewNameMaxLength = 60;
export const viewQueryMaxLength = 4000;
/** With shared ones. */
export const viewsMaxCount = 50;

export const notificationPageMaxRows = 100;
export const timeZoneMaxLength = 60;
/** Of one user. */
export const watchesMaxCount = 20;
export const watchedLocationsMaxCount = 200;
/** Of a view that tells when a row enters it: it remembers their ids. */
export const watchedRowsMax = 2000;

/** Auth protocol, section 9. */
export const factorsMaxCount = 10;
export const factorNameMaxLength = 60;
export const totpCodeLength = 6;
/** Until an unconfirmed app is deleted, and in which a code may be entered. */
export const factorSetupSeconds = 300;
export const recoveryCodesCount = 10;
/** Of five bits each. */
export const recoveryCodeLength = 16;
/** As typed, with spaces and hyphens. */
export const recoveryCodeMaxLength = 200;

export const pageDefaultRows = 100;
export const pageMaxRows = 1000;
/** Their ids fit into the URL that every proxy accepts. */
export const namedMaxRows = 100;
/** Two sorted texts of 200 characters, encoded. */
export const cursorMaxLength = 4000;
/** Lists count their rows up to here, and then say that there are more. */
export const countedMaxRows = 10_000;
/** Of a selection that is a whole question without these rows. */
export const exceptedMaxCount = 1000;
/** Values of a filter that are counted and named at once. */
export const filterValuesMax = 200;
/** Of the locations with a typed address or phone. */
export const samePlacesNamed = 3;
export const auditPageDefaultRows = 50;
export const auditPageMaxRows = 500;
export const assignmentMaxCount = 20_000;
export const districtsMaxCount = 2000;
/** A longer one is an assignment. */
export const coverMaxDays = 90;
export const coverReasonMaxLength = 200;
/** Locations in one request. */
export const coveredMaxCount = 100;

/** API tokens of one user that work. */
export const tokensMaxCount = 20;
export const tokenNameMaxLength = 60;
export const tokenPlacesMax = 1000;
export const tokenNetworksMax = 20;
export const tokenDaysDefault = 90;
export const tokenDaysMax = 365;
export const serviceAccountsMaxCount = 100;
export const purposeMaxLength = 200;
export const callsStored = 50;
/** In which a renewed token still works. */
export const tokenOverlapDaysMax = 7;
/** Requests with one token: as many at once, and as many a second on end. */
export const tokenLimit = { burst: 50, per_second: 10 };

/** Of the sign-up success view (docs/specification.md, section 2). */
export const signUpReturnDelayMs = 2000;
/** Before '+N more' (docs/specification.md, section 2). */
export const locationBadgesShown = 2;

export const tooLong = (max: number) => `Must be at most ${max} characters`;
