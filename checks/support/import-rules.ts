import { isTest, type SourceFile } from './tree.ts';

interface Rule {
  /** The files that the rule is for. */
  from: RegExp;
  /** The imports that are forbidden: a file, as a path below the root, or a package. */
  to: RegExp;
  /** What to do instead. */
  instead: string;
  /** Set when the rule also holds for tests. Tests may break the other rules to get at what they test. */
  alsoTests?: true;
}

/** The import rules; `docs/architecture.md` explains them. */
const rules: Rule[] = [
  {
    from: /^contract\//,
    to: /^(server|web|e2e|checks|scripts)\//,
    instead: 'contract/ imports nothing of ours. What it needs belongs into contract/ itself.',
    alsoTests: true,
  },
  {
    from: /^contract\//,
    to: /^(?!zod\/mini$|contract\/)[@\w]/,
    instead: 'contract/ is read by browser and server, so it uses zod/mini and no other package.',
  },
  {
    from: /^contract\/(access|auth|fields|http|lists)\//,
    to: /^contract\/(?!(access|auth|fields|http|lists)\/)/,
    instead: 'these folders hold what endpoints are made of, and know none. Move the shared part into one.',
  },
  ...[
    { from: /^web\//, to: /^server\// },
    { from: /^server\//, to: /^web\// },
  ].map((sides) => ({
    ...sides,
    instead: 'browser and server know each other through contract/ only. Move what both need there.',
    alsoTests: true as const,
  })),
  {
    from: /^web\/(?!testing\/)/,
    to: /^contract\/http\/server-part\.ts$/,
    instead:
      'the built app has no schemas of endpoints (decision 10). Check input by the schema of its form.',
  },
  { from: /^web\//, to: /^node:/, instead: 'the browser has no Node. Ask the server through the contract.' },
  {
    from: /^(server|web)\/(?!testing\/)/,
    to: /^(server|web)\/testing\//,
    instead: 'testing/ exists only while tests run. Move what both need to where it belongs.',
  },
  {
    // Of the contract, the form of an endpoint and of a refusal (decision 188).
    from: /^server\/platform\//,
    to: /^(server\/(?!platform\/)|contract\/(?!http\/))/,
    instead:
      'server/platform/ would serve another product unchanged. Pass it in, or move this file to server/kernel/.',
  },
  {
    from: /^server\/kernel\//,
    to: /^server\/(features|http|commands|start)\/|^server\/[\w-]+\.ts$/,
    instead: 'features → kernel → platform, never upward. Let the feature pass it in.',
  },
  {
    from: /^server\/features\//,
    to: /^server\/(http|commands|start)\/|^server\/[\w-]+\.ts$/,
    instead: 'app.ts composes the features and is imported by none of them.',
  },
  {
    // The script of a thread loads readers, which are pure.
    from: /^server\/([\w-]+\.ts$|(http|commands|start|system-tests)\/)(?!reader-thread\.ts$)/,
    to: /^server\/features\/(?!.*\.(routes|service|rules|pure)\.ts$)/,
    instead:
      'only routes, services and what is pure can be seen from outside of a feature. Call its service.',
  },
  {
    from: /^server\/features\/.*(?<!\.routes)\.ts$/,
    to: /\.routes\.ts$/,
    instead: 'routes → service → repository: nothing calls the routes but the composition.',
  },
  {
    from: /^server\/features\/.*\.routes\.ts$/,
    to: /\.repository\.ts$/,
    instead: 'routes → service → repository: give the service a function with the rule in it, and call that.',
  },
  {
    from: /^server\/features\/.*\.repository\.ts$/,
    to: /\.service\.ts$/,
    instead: 'routes → service → repository: let the service pass in what the query needs.',
  },
  ...[
    { from: /^web\/lib\//, to: /^web\/(app|features|parts|components)\// },
    { from: /^web\/components\//, to: /^web\/(app|features|parts)\// },
    { from: /^web\/features\//, to: /^web\/app\// },
  ].map((layers) => ({
    ...layers,
    instead:
      'app → features → parts → components → lib, never upward. Pass it in, or move the shared part down.',
  })),
  {
    from: /^web\/components\//,
    to: /^contract\/(users|locations|roles|runs)\.ts$/,
    instead:
      'web/components/ is about none of our things. Move it to web/parts/, or take what it shows as a prop.',
  },
  {
    from: /^web\/parts\//,
    to: /^web\/(app\/|features\/(?!.*\.api\.tsx?$))/,
    instead: 'web/parts/ stands below the features, of which it may read the *.api.ts files only.',
  },
  {
    from: /^web\/(?!lib\/directory\/)/,
    to: /^web\/lib\/directory\/(?!index\.ts$)/,
    instead: 'web/lib/directory/ has one entry: import its index.ts, and export there what is missing.',
  },
];

/** Finds forbidden imports and says what to do instead. */
export function findForbiddenImports(files: SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, file }) => {
      const target = file ?? specifier;
      const broken = rules.find(
        (rule) => (rule.alsoTests || !isTest(path)) && rule.from.test(path) && rule.to.test(target),
      );
      const instead = broken?.instead ?? (isTest(path) ? null : acrossFeatures(path, target));
      return instead ? [`${path} imports ${target}: ${instead}`] : [];
    }),
  );
}

/** Checks imports between features, which may use services, and what is pure, on the server and api files on the web. */
function acrossFeatures(path: string, target: string): string | null {
  const from = /^(server|web)\/features\/([\w-]+)\//.exec(path);
  const to = /^(server|web)\/features\/([\w-]+)\//.exec(target);
  if (!from || !to || from[1] !== to[1] || from[2] === to[2]) return null;
  if (to[1] === 'server' && !/\.(service|rules|pure)\.ts$/.test(target))
    return `features meet at *.service.ts, and at *.rules.ts and *.pure.ts. Call a service of ${to[2]}, which also knows who may do it.`;
  if (to[1] === 'web' && !/\.api\.tsx?$/.test(target))
    return `features meet at *.api.ts. Read it through ${to[2]}.api.ts, or move the shared component to web/parts.`;
  return null;
}

/** The module of a file: `server/features/users`, `server/kernel`, `web/lib/session`. */
function moduleOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, folders[1] === 'features' ? 4 : 3).join('/');
}

/** Finds modules that import each other in a cycle, types included: none of them can be changed alone. */
export function findModuleCycles(files: SourceFile[]): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files.filter(({ path }) => !isTest(path))) {
    for (const { file } of imports) {
      if (!file || isTest(file)) continue;
      const [from, to] = [moduleOf(path), moduleOf(file)];
      // A folder and its subfolders count as one module.
      if (from === to || from.startsWith(`${to}/`) || to.startsWith(`${from}/`)) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return findCycles(graph).map(
    (cycle) =>
      `${cycle.join(' → ')}: decide which of them knows the other. The other one gets a callback, or the shared part moves down.`,
  );
}

/** Returns one cycle per edge that closes one, with its first member repeated at the end. */
function findCycles(graph: Map<string, Set<string>>): string[][] {
  const done = new Set<string>();
  const path: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    const start = path.indexOf(node);
    if (start >= 0) cycles.push([...path.slice(start), node]);
    if (start >= 0 || done.has(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return cycles;
}

const statement = /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(/;
const mayHoldSql = /\.repository\.ts$|^server\/(platform|kernel)\/|^(scripts|bench)\//;

/** Finds SQL outside of the files that may have it. */
export function findStraySql(files: SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => !isTest(path) && !mayHoldSql.test(path) && statement.test(text))
    .map(
      ({ path }) => `${path} has SQL: move the query into the feature's *.repository.ts and give it a name.`,
    );
}
