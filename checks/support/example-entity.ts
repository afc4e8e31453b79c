import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const example = join(root, 'checks/add-an-entity');

/** What is put before the line that begins with the first text, once for each pair. */
type Edit = readonly (readonly [before: string, added: string])[];

/** The files of *suppliers*, an entity with a name, as `docs/add-an-entity.md` asks for them. */
export const newFiles: readonly string[] = globSync('**/*.txt', { cwd: example })
  .map((path) => path.replaceAll('\\', '/').replace(/\.txt$/, ''))
  .sort();

/** The edits of `docs/add-an-entity.md` for them. */
export const edits: Readonly<Record<string, Edit>> = {
  'contract/access/permissions.ts': [
    ["registers: 'Registers',", "  suppliers: 'Suppliers',"],
    [
      "'registers.read': {",
      "  'suppliers.read': { label: 'See suppliers' },\n  'suppliers.manage': { label: 'Add and delete suppliers' },",
    ],
    ["'registers.read',", "      'suppliers.read',"],
  ],
  'contract/audit.ts': [
    ['stock: { group:', "  supplier: { group: 'System', noun: 'supplier', changes: ['suppliers'] },"],
  ],
  'server/kernel/database/schema.ts': [
    [
      '/** Roles. Migrations add',
      '/** Who delivers to the locations. */\nexport interface SuppliersTable extends Stamped {\n  id: string;\n  name: string;\n  /** By which lists are sorted. */\n  sort_name: string | null;\n}\n',
    ],
    ['roles: RolesTable;', '  suppliers: SuppliersTable;'],
  ],
  'server/app.ts': [
    [
      'import { userAccessRoutes }',
      "import { supplierRoutes, supplierSubject } from './features/suppliers/suppliers.routes.ts';",
    ],
    ['role: roleSubject,', '      supplier: supplierSubject,'],
    ['roleRoutes(routes);', '  supplierRoutes(routes);'],
  ],
  'web/app/router.tsx': [
    [
      'settings,',
      "    page('/suppliers', { title: 'Suppliers' }, lazyPage(() => import('../features/suppliers/suppliers-page.tsx'), 'SuppliersPage')),",
    ],
  ],
  'web/app/shell/navigation/use-navigation.ts': [
    [
      "'/sales': {",
      "  '/suppliers': {\n    ...{ label: 'Suppliers', Icon: IconBuildingStore },\n    mayOpen: ({ hasPermission }) => hasPermission('suppliers.read'),\n  },",
    ],
  ],
};

/** Other tests than those of the example notice no step, and would be half of the work. */
const exclude = ['**/*.test.ts', '**/*.test.tsx'];
const configs = [
  {
    path: 'tsconfig.json',
    include: ['contract', 'server'],
    files: ['server/features/suppliers/suppliers.test.ts'],
    exclude,
  },
  {
    path: 'web/tsconfig.json',
    include: ['.', '../contract'],
    files: ['features/suppliers/suppliers.test.tsx'],
    exclude,
  },
];

export interface Tree {
  /** Makes the tree as the paper asks for it, but for these steps. */
  leaveOut(...steps: string[]): void;
  /** What the compiler says of server and web app. */
  compile(): Promise<string>;
  run(...args: string[]): Promise<string>;
  remove(): void;
}

/** A copy of the sources in a folder of its own. */
export function copyTree(): Tree {
  const tree = mkdtempSync(join(tmpdir(), 'canopy-entity-'));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  };
  for (const name of [
    'contract',
    'server',
    'web',
    'scripts',
    'package.json',
    'tsconfig.base.json',
    'vitest.config.ts',
  ])
    cpSync(join(root, name), join(tree, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const { path, ...files } of configs) {
    const config = JSON.parse(readFileSync(join(root, path), 'utf8'));
    const compilerOptions = { ...config.compilerOptions, tsBuildInfoFile: './tsbuildinfo' };
    put(path, JSON.stringify({ ...config, ...files, compilerOptions }));
  }
  const run = (...args: string[]) =>
    new Promise<string>((resolve) => {
      const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NO_COLOR: '1' };
      execFile(process.execPath, args, { cwd: tree, env, maxBuffer: 1e8 }, (_, out, errors) =>
        resolve(out + errors),
      );
    });
  const tsc = (project: string) => run('node_modules/typescript/bin/tsc', '-p', project, '--pretty', 'false');
  return {
    leaveOut(...steps) {
      for (const path of newFiles) {
        if (steps.includes(path)) rmSync(join(tree, path), { force: true });
        else put(path, readFileSync(join(example, `${path}.txt`), 'utf8'));
      }
      for (const [path, edit] of Object.entries(edits)) {
        const text = readFileSync(join(root, path), 'utf8');
        put(path, steps.includes(path) ? text : edited(path, text, edit));
      }
    },
    compile: async () => (await Promise.all([tsc('tsconfig.json'), tsc('web/tsconfig.json')])).join(''),
    run,
    remove: () => rmSync(tree, { recursive: true, force: true }),
  };
}

function edited(path: string, text: string, edit: Edit): string {
  const lines = text.split('\n');
  for (const [before, added] of edit) {
    const at = lines.findIndex((line) => line.trimStart().startsWith(before));
    if (at < 0)
      throw new Error(`${path} has no line that begins with "${before}": say in edits where the step goes.`);
    lines.splice(at, 0, added);
  }
  return lines.join('\n');
}
