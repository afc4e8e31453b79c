/** Where a file stands in the house, read from its path. */
export interface Place {
  /** contract, server, web, or another top folder. */
  wing: string;
  /** In a wing: app, features, platform, components, lib, testing; 'entry' for the files at its top. */
  room: string;
  feature: string | null;
  /** What the suffix says: routes, service, repository, api; null for a plain file. */
  role: string | null;
}

export function placeOf(path: string): Place {
  const [wing = '', second = '', third] = path.split('/');
  const isTop = third === undefined;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    wing,
    room: isTop ? topRoom(path) : second,
    feature: second === 'features' && third ? third : null,
    role: name.match(/\.(routes|service|repository|api)\.tsx?$/)?.[1] ?? null,
  };
}

/** config.ts is known from the bottom up; app.ts composes; every other file at the top of a wing starts a process. */
function topRoom(path: string): string {
  return path === 'server/config.ts' ? 'platform' : 'entry';
}
