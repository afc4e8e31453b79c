/**
 * Puts a text on the clipboard; false where the browser refuses. The clipboard is missing on plain http, where a
 * location's PC may reach us: there the selected text of the focused field is copied the older way.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand?.('copy') ?? false;
  }
}
