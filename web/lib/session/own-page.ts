/**
 * '//host' and '/\host' are pages of other sites, and a browser skips tabs, line breaks and dots: the URL that the
 * browser makes of the text decides.
 */
export function isOwnPage(target: string | undefined): target is string {
  if (!target || !/^\/(?![/\\])/.test(target) || !URL.canParse(target, location.origin)) return false;
  const { origin, pathname } = new URL(target, location.origin);
  return origin === location.origin && !/^\/(?:[/\\]|%2f|%5c)/i.test(pathname);
}
