import type { AppConfig } from '../../contract/settings.ts';

/** Empty in the built page, and in the page of the development server. */
const emptyPlace = '<meta name="canopy-config" content=""';

/**
 * Puts the configuration into the app's page, so that nothing moves when it arrives later. It is in a `meta` element,
 * because the security policy allows no inline script. With null the app requests it.
 */
export function withConfig(page: string, config: AppConfig | null): string {
  if (!config) return page;
  const content = escapeAttribute(JSON.stringify(config));
  // A function, because `replace` would interpret `$&` in a name.
  return page.replace(emptyPlace, () => emptyPlace.replace('""', () => `"${content}"`));
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
