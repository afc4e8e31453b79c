import type { Plugin } from 'vite';

/** One icon of Tabler is drawn by up to nine elements, each of which is created and styled. One draws the same. */
export function onePathIcons(): Plugin {
  return {
    name: 'canopy:one-path-icons',
    transform: {
      filter: { id: /@tabler\/icons-react\/dist\/esm\/icons\// },
      handler: (code) => joinPaths(code),
    },
  };
}

/** @throws {Error} unless all parts of the icon are paths that start absolutely: only those can be joined */
export function joinPaths(code: string): string {
  const [statement, list] = code.match(/__iconNode = (\[.*\]);/) ?? [];
  if (!statement || !list) throw new Error('An icon of Tabler has no list of parts');
  const parts = JSON.parse(list) as [string, Record<string, string>][];
  const paths = parts.map(([tag, { d = '', key: _, ...others }]) => {
    if (tag !== 'path' || !d.startsWith('M') || Object.keys(others).length > 0)
      throw new Error(`The ${tag} of an icon cannot be joined with its other parts: ${list}`);
    return d;
  });
  return code.replace(statement, `__iconNode = [["path", { d: "${paths.join('')}", key: "svg-0" }]];`);
}
