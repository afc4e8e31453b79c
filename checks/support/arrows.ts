import { placeOf } from './places.ts';
import { packageOf, type SourceFile } from './source-file.ts';
import { isSource, isTest } from './tree.ts';

/** From top to bottom: a file may import from its own room and from those after it. */
const floors: Record<string, string[]> = {
  server: ['entry', 'features', 'platform'],
  web: ['entry', 'app', 'features', 'components', 'lib'],
};

/** The forbidden imports, each with what to do instead. Tests may reach for what they test. */
export function findForbiddenImports(files: SourceFile[]): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap(({ specifier, file: target }) => {
      const reason = isTest(file.path) ? forbidTest(file.path, target) : forbid(file.path, specifier, target);
      return reason ? [`${file.path} imports ${target ?? specifier}: ${reason}`] : [];
    }),
  );
}

function forbidTest(path: string, target: string | null): string | null {
  if (target === null) return null;
  return forbidWing(placeOf(path).wing, placeOf(target).wing);
}

function forbid(path: string, specifier: string, target: string | null): string | null {
  const from = placeOf(path);
  if (target === null) return forbidPackage(from.wing, specifier);
  const to = placeOf(target);
  const wing = forbidWing(from.wing, to.wing);
  if (wing) return wing;
  if (!floors[from.wing] || from.wing !== to.wing || !isSource(target)) return null;
  if (to.room === 'testing')
    return 'testing/ exists only while tests run. Move what both need to where it belongs.';
  return (
    forbidFloor(path, target) ??
    (from.wing === 'server' ? forbidRole(path, target) : forbidWebFeature(path, target))
  );
}

function forbidPackage(wing: string, specifier: string): string | null {
  if (wing === 'contract' && packageOf(specifier) !== 'zod') {
    return 'contract/ is read by the browser and the server, so it knows zod/mini and itself only. Put this on the side that needs it.';
  }
  if (wing === 'contract' && specifier !== 'zod/mini')
    return 'contract/ uses zod/mini, which keeps the login page small.';
  if (wing === 'web' && specifier.startsWith('node:'))
    return 'the browser has no Node. Ask the server for it through the contract.';
  return null;
}

function forbidWing(from: string, to: string): string | null {
  if (from === 'contract' && to !== 'contract') {
    return 'contract/ imports nothing of ours. What it needs belongs into contract/ itself.';
  }
  if (from === 'web' && to === 'server')
    return 'the browser knows the server through contract/ only. Move what both need there.';
  if (from === 'server' && to === 'web')
    return 'the server knows the browser through contract/ only. Move what both need there.';
  return null;
}

function forbidFloor(path: string, target: string): string | null {
  const from = placeOf(path);
  const to = placeOf(target);
  const order = floors[from.wing] ?? [];
  const [above, below] = [order.indexOf(from.room), order.indexOf(to.room)];
  if (above < 0 || below < 0)
    return `${from.wing}/ has the rooms ${order.join(', ')}. Put the file into one of them.`;
  if (above <= below) return null;
  return `${order.join(' → ')}, never upward. Let ${to.room} pass it in, or move the shared part down to ${from.room}.`;
}

function forbidRole(path: string, target: string): string | null {
  const from = placeOf(path);
  const to = placeOf(target);
  if (to.feature === null) return null;
  if (from.feature === null) {
    return to.role === 'routes' || to.role === 'service'
      ? null
      : 'only routes and services can be seen from outside of a feature. Call its service.';
  }
  if (from.feature !== to.feature) {
    return to.role === 'service'
      ? null
      : `features meet at *.service.ts. Call ${to.feature}.service.ts, which also knows who may do it.`;
  }
  // A feature with many routes may keep them in several files.
  if (to.role === 'routes' && from.role !== 'routes')
    return 'routes → service → repository: nothing calls the routes but the composition.';
  if (from.role === 'routes' && to.role === 'repository') {
    return 'routes → service → repository: give the service a function with the rule in it, and call that.';
  }
  if (from.role === 'repository' && to.role === 'service') {
    return 'routes → service → repository: let the service pass in what the query needs.';
  }
  return null;
}

function forbidWebFeature(path: string, target: string): string | null {
  const from = placeOf(path);
  const to = placeOf(target);
  if (from.feature === null || to.feature === null || from.feature === to.feature || to.role === 'api')
    return null;
  return `features meet at *.api.ts. Read it through ${to.feature}.api.ts, or move the shared component to web/components.`;
}
