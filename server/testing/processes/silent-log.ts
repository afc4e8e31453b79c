import type { Logger } from '../../platform/database/database-log.ts';

/** For parts of the app that a test opens without a log. */
export const silentLog: Logger = { error() {}, info() {}, warn() {} };
