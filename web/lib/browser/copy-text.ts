/**
 * False when the browser refuses. On plain http, which a location's PC may use, there is no clipboard: there the
 * selected text of the focused field is copied the older way.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand?.('copy') ?? false;
  }
}
