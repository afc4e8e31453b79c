import type { AppConfig } from '../../contract/settings.ts';

/** Empty in the built page, and in the page of the development server. */
const emptyPlace = '<meta name="canopy-config" content=""';

const emptyTitle = '<title>Canopy</title>';

/**
 * Puts the configuration into the app's page, so that nothing moves when it arrives later, and the name of the product
 * into its title. The configuration is in a `meta` element, because the security policy allows no inline script. With null
 * the app requests it.
 */
export function withConfig(page: string, config: AppConfig | null): string {
  if (!config) return page;
  const content = escapeAttribute(JSON.stringify(config));
  // A function, because `replace` would interpret `$&` in a name.
  return page
    .replace(emptyPlace, () => emptyPlace.replace('""', () => `"${content}"`))
    .replace(emptyTitle, () => `<title>${escapeAttribute(config.product_name)}</title>`);
}

/** The manifest of the built app with the name of the product, which is the name of the installed app. */
export function namedManifest(
  manifest: string,
  { product_name, product_description }: Pick<AppConfig, 'product_name' | 'product_description'>,
): string {
  const names = { name: product_name, short_name: product_name, description: product_description };
  return JSON.stringify({ ...JSON.parse(manifest), ...names });
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
