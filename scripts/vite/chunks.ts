import { pages } from './pages.ts';

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

const framework =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|zod|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/;

/**
 * In which files the code travels. What every page needs changes rarely: it stays in the browser's cache over our
 * releases. The rest comes in few files: on a slow computer each one costs several milliseconds, and small ones
 * compress badly. Whoever is named first takes the module; one that none takes goes with the page that needs it.
 */
export const chunks = [
  { name: 'framework', test: framework },
  { name: neededBy('start', [pages.start], [pages.login, pages.shell]) },
  { name: neededBy('forms', [pages.login, pages.userDialogs]) },
  { name: neededBy('sign-in', [pages.login, pages.resetPassword]) },
  { name: neededBy('inside', [pages.shell]) },
  { name: neededBy('lists', [pages.users, pages.locations]) },
  { name: neededBy('users', [pages.users, pages.location]) },
];

/** Gives the name to each module that every page of one of these sets imports, itself or through others. */
function neededBy(name: string, ...sets: string[][]) {
  return (id: string, graph: Graph) =>
    sets.some((pages) => pages.every((page) => modulesOf(page, graph).has(id))) ? name : null;
}

const known = new Map<string, Set<string>>();

function modulesOf(entry: string, graph: Graph): Set<string> {
  const modules = known.get(entry) ?? new Set([entry]);
  if (known.has(entry)) return modules;
  // A set that grows while it is walked is walked to its new end.
  for (const id of modules) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(next);
  known.set(entry, modules);
  return modules;
}
