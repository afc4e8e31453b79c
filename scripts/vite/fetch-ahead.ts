import type { Plugin, Rolldown } from 'vite';
import { pages } from './pages.ts';

/** The pages that users enter at; anywhere else, '*', the shell alone is fetched ahead. */
const pagesByPath = {
  '*': [pages.shell],
  '/': [pages.shell, pages.dashboard],
  '/dashboard': [pages.shell, pages.dashboard],
  '/users': [pages.shell, pages.users],
  '/locations': [pages.shell, pages.locations],
};

/** Writes into index.html which files a signed-in user's page needs; web/public/ahead.js fetches them. */
export function fetchAhead(): Plugin {
  return {
    name: 'canopy:fetch-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.entries(pagesByPath).map(([path, entries]) => [
          path,
          filesOf(entries, bundle).filter((file) => !html.includes(file)),
        ]);
        const list = JSON.stringify(Object.fromEntries(files)).replaceAll('"', '&quot;');
        return html.replace('name="canopy-ahead" content=""', `name="canopy-ahead" content="${list}"`);
      },
    },
  };
}

/** The files that hold these modules, and every file they import. */
function filesOf(modules: string[], bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set<string>();
  for (const { fileName, moduleIds } of chunks)
    if (modules.some((id) => moduleIds.includes(id))) files.add(fileName);
  for (const file of files)
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
  return [...files].map((file) => `/${file}`);
}
