import type { Logger } from '../../platform/database/database-log.ts';

/** For what a test opens by itself, where nothing of the log matters. */
export const silentLog: Logger = { error() {}, info() {}, warn() {} };
