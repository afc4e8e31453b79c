import type { DirectoryView } from './use-directory.ts';

/** Why a search shows no rows. Only an exact count says that there are none. */
export function whyNoRows({ searching, isExact, error }: DirectoryView<unknown>, noneFound: string) {
  if (searching) return 'Searching...';
  return isExact ? noneFound : error?.message;
}
