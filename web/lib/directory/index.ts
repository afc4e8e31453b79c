/**
 * A whole list in memory (docs/decisions/0047-lists-are-held-whole-in-the-browser.md). Other modules import only this
 * file.
 */
export { Directory } from './directory.ts';
export {
  directoryOfAccount,
  expireDirectories,
  invalidateDirectories,
  isFinal,
  listsReadAt,
  noteListCursor,
} from './directory-account.ts';
export { type PageQuery, readPageHeaders, yieldToBrowser } from './directory-pages.ts';
export type { WindowsView } from './listing.ts';
export { createSharedIds } from './shared-ids.ts';
export { type DirectoryReading, type DirectoryView, useDirectory } from './use-directory.ts';
