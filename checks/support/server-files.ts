import { isTest, type SourceFile } from './tree.ts';

/** What a file of a server feature may do, by the end of its name; `docs/architecture.md` explains them. */
const roles = {
  service: { isPure: false, maySleep: true },
  repository: { isPure: false, maySleep: true },
  routes: { isPure: false, maySleep: true },
  rules: { isPure: true, maySleep: false },
  pure: { isPure: true, maySleep: true },
  emails: { isPure: true, maySleep: false },
  schema: { isPure: true, maySleep: false },
};

const names = Object.keys(roles).map((role) => `.${role}`);
const roleOf = (path: string) =>
  /\.([\w-]+)\.ts$/.exec(path.slice(path.lastIndexOf('/')))?.[1] as keyof typeof roles | undefined;

/** Finds files of server features whose name does not say what they may do, or that do more than it says. */
export function findRoleFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (!path.startsWith('server/features/') || isTest(path)) return [];
    const role = roles[roleOf(path) ?? ('' as keyof typeof roles)];
    if (!role) return [`${path} has no role: end its name with ${names.join(', ')} (docs/architecture.md).`];
    const used = role.isPure ? valueImports(text).filter((file) => impure.test(file)) : [];
    return [
      ...(roleOf(path) === 'service' && !reachesDatabase(text)
        ? [`${path} sends no statement, and calls nothing that does: end its name with .pure or .rules.`]
        : []),
      ...used.map((file) => `${path} imports ${file}: it is pure, so let its caller pass in what it needs.`),
      ...(!role.maySleep && /\b(async|await)\b/.test(withoutComments(text))
        ? [`${path} is asynchronous: a ${roleOf(path)} file answers at once. Read the facts in a service.`]
        : []),
    ];
  });
}

const impure =
  /kernel\/database\/|platform\/database\/|\.(service|repository|routes)\.ts$|^node:(fs|net|http|child)/;

/** A service writes, or reads what it decides by: through other files of its kind, or through what lives in the process. */
function reachesDatabase(text: string): boolean {
  const code = withoutComments(text).replace(/^import [^;]*;/gm, '');
  return /\b(app|tx|database)\b/.test(code) || valueImports(text).some((file) => reaching.test(file));
}

const reaching =
  /kernel\/(database|audit|notifications|changes)\/|platform\/database\/query\.ts$|kernel\/(change|create-once|stale)\.ts$|\.(service|repository)\.ts$|\/reader-threads\.ts$/;

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/'[^'\n]*'|`[^`]*`/g, "''");
}

/** What the code imports other than types. */
function valueImports(text: string): string[] {
  const statements = [...text.matchAll(/^(?:import|export) (type )?(?:([^;']*?) from )?'([^']+)';/gm)];
  return statements.flatMap(([, type, names = '', file = '']) => {
    const inBraces = /\{([\s\S]*)\}/.exec(names)?.[1]?.split(',') ?? [];
    const isTypeOnly =
      inBraces.length > 0 && inBraces.every((name) => name.trim() === '' || /^type /.test(name.trim()));
    return type || isTypeOnly ? [] : [file];
  });
}

/** The tables of others that a feature may read in one statement with its own: it reports about them, or signs in by them. */
const reported: Record<string, readonly string[]> = {
  'access-on': [
    ...['users', 'user_locations', 'user_roles', 'user_districts', 'roles', 'role_permissions', 'locations'],
    ...['districts', 'covers', 'auth_users', 'auth_factors', 'audit_entries', 'audit_entry_locations'],
  ],
  audit: ['user_locations'],
  changes: ['covers', 'user_locations', 'user_roles', 'notifications', 'location_notices'],
  auth: ['users', 'user_roles', 'roles', 'role_permissions', 'locations'],
  metrics: ['register_tasks', 'register_files', 'register_connections', 'runs', 'auth_keys'],
  dashboard: [
    ...['users', 'user_roles', 'user_locations', 'locations', 'roles', 'role_permissions'],
    ...['auth_users', 'auth_invitations'],
  ],
  'demo-data': [
    ...['users', 'user_locations', 'locations', 'auth_users', 'register_connections'],
    ...['register_connection_locations', 'audit_entries', 'districts', 'user_districts'],
  ],
  'location-access': [
    ...['users', 'user_locations', 'user_roles', 'roles', 'role_permissions'],
    ...['auth_users', 'auth_invitations', 'auth_factors', 'locations', 'districts', 'user_districts'],
    'covers',
  ],
  covers: ['users', 'user_locations', 'user_roles', 'role_permissions', 'locations'],
  districts: ['users', 'user_districts', 'user_locations', 'user_roles', 'covers', 'locations'],
  locations: ['users', 'user_locations', 'user_districts', 'covers'],
  notifications: [
    ...['users', 'user_locations', 'user_roles', 'locations', 'runs', 'list_views', 'user_preferences'],
    ...['auth_users', 'covers', 'service_accounts'],
  ],
  registers: ['locations', 'fuel_costs'],
  roles: ['users', 'user_roles', 'service_accounts'],
  watches: ['user_locations', 'audit_entries', 'changes'],
  'user-access': [
    ...['users', 'user_locations', 'user_roles', 'locations', 'roles', 'role_permissions'],
    ...['auth_users', 'districts', 'user_districts', 'covers'],
  ],
  users: ['districts', 'auth_users', 'auth_factors', 'locations', 'roles', 'role_permissions'],
};

/** Tables of the kernel, which a feature may lock or restore. */
const ofKernel = ['settings'];

const built = /\b(selectFrom|(?:inner|left)Join|insertInto|insertOf|updateTable|deleteFrom)\('(\w+)/g;
// Not `do update set` or `for update skip locked`.
const written = /\b(from|join|insert into|update|delete from) (?!set\b|skip\b)([a-z_]+)\b(?! as \()/g;

interface Statement {
  feature: string;
  path: string;
  isRead: boolean;
  table: string;
}

function statementsOf({ path, text }: SourceFile): Statement[] {
  const feature = /^server\/features\/([\w-]+)\/.*\.repository\.ts$/.exec(path)?.[1];
  if (!feature) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  return [...code.matchAll(built), ...code.matchAll(written)].map(([, verb = '', table = '']) => {
    return { feature, path, isRead: /^(select|inner|left|from|join)/.test(verb), table };
  });
}

/** Finds statements of a feature about the tables of another one. A table belongs to the feature that changes it. */
export function findForeignTables(files: readonly SourceFile[]): string[] {
  const all = files.flatMap(statementsOf).filter(({ table }) => !ofKernel.includes(table));
  const owners = new Map<string, string>();
  for (const { isRead, table, feature } of all) if (!isRead && !owners.has(table)) owners.set(table, feature);
  const faults = all.flatMap(({ path, feature, isRead, table }) => {
    const owner = owners.get(table);
    if (!owner || owner === feature || (isRead && reported[feature]?.includes(table))) return [];
    return [`${path} ${isRead ? 'reads' : 'changes'} ${table}: call a service of ${owner}.`];
  });
  return [...new Set(faults)];
}

/** Finds users by what they are asked for, or by links that service accounts have not. */
const isNarrow =
  /'(users\.)?id', '='|_key', '='|_key', keys|(users|holder)\.id = [$a-z]|isOneOf\(db, 'users\.id'|innerJoin\('user_roles'|from users u join auth_users/;
const leavesServicesOut = /isNoService|usersInScope|isUserInScope|presentUsers|matches\(/;
/** Of demo data, and the steps of a list, which reads each step with its scope. */
const otherReads = ['isDemo(', 'yieldToRequests('];

/** Finds functions that start from all users, and would count or show service accounts as users. */
export function findSeenServices(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (
      !/^server\/(features\/.*\.repository|kernel\/.*)\.ts$/.test(path) ||
      /\/migrations\/|\.test\.ts$/.test(path)
    )
      return [];
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return code.split(/^(?=(?:export |async |function |const ))/m).flatMap((block) => {
      const isRead = /\bfrom users\b|selectFrom\('users/.test(block);
      const isSafe = [isNarrow, leavesServicesOut].some((safe) => safe.test(block));
      if (!isRead || isSafe || otherReads.some((known) => block.includes(known))) return [];
      const [, name = ''] = /(?:function\*?|const) (\w+)/.exec(block) ?? [];
      return [
        `${name} in ${path} starts from all users: leave service accounts out with isNoService (kernel/scope.ts).`,
      ];
    });
  });
}

/** Where text from outside of the database is JSON: files, sealed secrets, and rows of old versions. */
const otherJson =
  /^server\/(platform|testing|kernel\/database\/migrations|config|start|http)\/|\.repository\.ts$|^server\/kernel\/email\/mailer\.ts$|\/signing-keys\.service\.ts$|\/read-feed\.pure\.ts$|^server\/kernel\/paging\.ts$/;

/** Finds JSON of the database that is read outside of repositories, where its type would be lost. */
export function findStrayJson(files: readonly SourceFile[]): string[] {
  return files
    .filter(
      ({ path, text }) =>
        /^server\//.test(path) && !isTest(path) && !otherJson.test(path) && /JSON\.parse\(/.test(text),
    )
    .map(({ path }) => `${path} parses JSON: let the repository return the value with its type.`);
}

/** Finds services of the process that are not members of `App`. */
export function findHiddenServices(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => path.startsWith('server/') && /WeakMap<App\b/.test(text))
    .map(
      ({ path }) => `${path} keeps something beside App: make it a member of App (server/kernel/context.ts).`,
    );
}
