import { existsSync } from 'node:fs';
import { parse, resolve } from 'node:path';

const web = resolve(import.meta.dirname, '../../web');

/** The modules at which the code is split. Each part is fetched when it is needed, `start` at once. */
const start = moduleAt('app/main.tsx');
const login = moduleAt('features/auth/sign-in/login-page.tsx');
const resetPassword = moduleAt('features/auth/recovery/reset-password-page.tsx');
const confirm = moduleAt('features/auth/confirm/confirm-page.tsx');
const shell = moduleAt('app/shell/shell.tsx');
const users = moduleAt('features/users/users-page.tsx');
const userDialogs = moduleAt('features/users/user-dialogs.tsx');
const locations = moduleAt('features/locations/locations-page.tsx');
const location = moduleAt('app/location.tsx');
const sales = moduleAt('features/registers/sales/sales-page.tsx');
const stock = moduleAt('features/registers/stock/stock-page.tsx');
/** Of a schema and of the lists. */
const emailKey = moduleAt('../contract/fields/email-key.ts');
const icons = moduleAt('components/icons/icons.ts');

const framework =
  /node_modules[\\/](?!.*useBlocker)(react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/;

/** The parts of TanStack that few pages use. Its lists of exports name them, so every page would load them. */
const rareParts = /(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|useBlocker)\.js$/;

/** The schemas of the forms of the login page and of all signed-in users. */
const schemas =
  /node_modules[\\/]zod[\\/]|[\\/]contract[\\/](fields[\\/](fields|visible-characters|user-input)|auth[\\/]auth-forms|http[\\/]problem)\.ts$/;

/** Dialogs, menus, tooltips and toasts share much code, and none is on a page before its rows are. */
const overlays = /node_modules[\\/](@base-ui|@floating-ui)[\\/]/;

/**
 * Groups the code into few files. Code that every page needs changes rarely, so it stays in the browser's cache
 * across releases. A module belongs to the first group that takes it; any other module is bundled with the page that
 * needs it. Without groups a page takes three times as many files (decision 10).
 */
export const chunks = [
  { name: 'framework', test: framework },
  { name: neededBy('start', [start], [login, shell], [emailKey]) },
  { name: neededBy('forms', [login, userDialogs]) },
  { name: neededBy('sign-in', [login, resetPassword], [login, confirm]) },
  { name: 'schemas', test: schemas },
  { name: neededBy('inside', [shell]) },
  { name: 'overlays', test: overlays },
  { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/ },
  { name: neededBy('lists', [users, locations]) },
  { name: neededBy('users', [users, location]) },
  // Names of locations, so that Users does not load the pages of figures.
  { name: neededBy('names', [users, sales]) },
  { name: neededBy('figures', [sales, stock]) },
];

interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; code: string | null } | null;
}

/** Assigns the name to each module that every page of one of these sets imports, directly or indirectly. */
function neededBy(name: string, ...sets: string[][]) {
  return (id: string, graph: Graph) =>
    sets.some((pages) => pages.every((page) => modulesOf(page, graph).has(id))) ? name : null;
}

const known = new Map<string, Set<string>>();

function modulesOf(entry: string, graph: Graph): Set<string> {
  const modules = known.get(entry) ?? new Set([entry]);
  if (known.has(entry)) return modules;
  // A set that grows during iteration is iterated to its new end.
  for (const id of modules) for (const next of importsOf(id, graph)) modules.add(next);
  known.set(entry, modules);
  return modules;
}

/** A module that imports icons needs those that it names, not the whole list. */
function importsOf(id: string, graph: Graph): string[] {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {};
  if (id === icons) return [];
  const needed = importedIds.filter((file) => !rareParts.test(file));
  if (!importedIds.includes(icons)) return needed;
  const named = new Set(code?.match(/\bIcon[A-Z]\w*/g));
  const drawn = graph.getModuleInfo(icons)?.importedIds ?? [];
  return [...needed, ...drawn.filter((file) => named.has(parse(file).name))];
}

/** A page that was moved must not fall out of its group unnoticed. */
function moduleAt(path: string) {
  const file = resolve(web, path);
  if (!existsSync(file)) throw new Error(`scripts/vite/chunks.ts names web/${path}, which does not exist.`);
  return file;
}
