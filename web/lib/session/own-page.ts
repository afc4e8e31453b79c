/**
 * Whether a text that came with a link names a page of ours, as path with search. '//host' and '/\host' are other
 * sites' pages, and a browser reads through tabs, line breaks and dots: what it makes of the text decides.
 */
export function isOwnPage(target: string | undefined): target is string {
  if (!target || !/^\/(?![/\\])/.test(target) || !URL.canParse(target, location.origin)) return false;
  const { origin, pathname } = new URL(target, location.origin);
  return origin === location.origin && !/^\/(?:[/\\]|%2f|%5c)/i.test(pathname);
}
