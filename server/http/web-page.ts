import type { AppConfig } from '../../contract/settings.ts';

/** As the build and the development server write it. */
const emptyPlace = '<meta name="canopy-config" content=""';

const emptyTitle = '<title>Canopy</title>';

/**
 * So nothing moves when the configuration arrives later. In a `meta` element, because the security policy allows no
 * inline script. With null the app requests it.
 */
export function withConfig(page: string, config: AppConfig | null): string {
  if (!config) return page;
  const content = escapeAttribute(JSON.stringify(config));
  // A function, because `replace` would interpret `$&` in a name.
  return page
    .replace(emptyPlace, () => emptyPlace.replace('""', () => `"${content}"`))
    .replace(emptyTitle, () => `<title>${escapeAttribute(config.product_name)}</title>`);
}

/** The installed app has the name of the product. */
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
