import { IconSearch } from '../../components/icons/icons.ts';
import { isBoxOpen } from './command-box/open-box.ts';

/** Looks like the search box of a list, with which it is aligned, and opens the command box. */
export function SearchButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => isBoxOpen.set(true)}
      className="flex h-10 w-full max-w-105 cursor-text items-center gap-2.5 rounded-control border border-line-strong bg-surface pr-2.5 pl-3 text-left text-body text-ink-soft focus-visible:outline-offset-0"
    >
      <IconSearch size={18} aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">Search locations and users</span>
      <span
        aria-hidden="true"
        className="rounded-badge border border-line px-1.5 text-badge whitespace-nowrap text-ink-faint"
      >
        Ctrl K
      </span>
    </button>
  );
}
