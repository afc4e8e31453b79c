import type { AppConfig } from '../../contract/settings.ts';

/** Empty in the built page, and while the page is served by the development server. */
const emptyPlace = '<meta name="canopy-config" content=""';

/**
 * The app's page with the configuration in it, so that nothing on it moves when an answer arrives. It travels in a
 * `meta` element: the security policy allows no inline script. With null the app asks for it.
 */
export function withConfig(page: string, config: AppConfig | null): string {
  if (!config) return page;
  const content = escapeAttribute(JSON.stringify(config));
  // A function, because `replace` would read `$&` in a name as a pattern.
  return page.replace(emptyPlace, () => emptyPlace.replace('""', () => `"${content}"`));
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
