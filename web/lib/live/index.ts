/**
 * Screens that follow the changes of others: one stream per browser, which one of its tabs reads for all
 * (docs/decisions/0097-one-tab-streams-for-all.md). Other modules import only this file.
 */
export type { Changes } from './fetch-changes.ts';
export { Live, liveState } from './live.ts';
