/** What a file does, as far as a rule of the house speaks of it. */
export interface Uses {
  /** `import('…')` of a literal. */
  dynamicImports: string[];
  /** `import('…').Name` in a type. */
  typeImports: string[];
  /** For each name: the members that are read from it, or '*' where it is used as a whole. */
  members: Map<string, string[]>;
  /** How often each identifier stands in the file. */
  identifiers: Map<string, number>;
  strings: string[];
  /** Functions called, with what they are called on: `fetch`, `window.fetch`, `tx.selectFrom`. */
  calls: Set<string>;
  /** Classes made with `new`. */
  made: Set<string>;
  readsEnvironment: boolean;
  mentionsEnvironment: boolean;
}

type Syntax = { type: string } & Record<string, unknown>;

export function findUses(program: unknown): Uses {
  const uses: Uses = {
    dynamicImports: [],
    typeImports: [],
    members: new Map(),
    identifiers: new Map(),
    strings: [],
    calls: new Set(),
    made: new Set(),
    readsEnvironment: false,
    mentionsEnvironment: false,
  };
  walk(program, null, (node, parent) => record(uses, node, parent));
  return uses;
}

function record(uses: Uses, node: Syntax, parent: Syntax | null): void {
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      recordIdentifier(uses, node, parent);
      return;
    case 'Literal':
      if (typeof node.value === 'string') uses.strings.push(node.value);
      return;
    case 'TemplateElement':
      uses.strings.push((node.value as { raw: string }).raw);
      return;
    case 'ImportExpression':
      if (isSyntax(node.source) && typeof node.source.value === 'string')
        uses.dynamicImports.push(node.source.value);
      return;
    case 'TSImportType':
      if (isSyntax(node.source) && typeof node.source.value === 'string')
        uses.typeImports.push(node.source.value);
      return;
    case 'CallExpression':
      uses.calls.add(dottedName(node.callee));
      return;
    case 'NewExpression':
      uses.made.add(dottedName(node.callee));
      return;
    case 'MemberExpression':
      if (lastName(node) !== 'env' || !isSyntax(node.object) || node.object.name !== 'process') return;
      uses.mentionsEnvironment = true;
      if (parent?.type === 'MemberExpression' || parent?.type === 'VariableDeclarator')
        uses.readsEnvironment = true;
  }
}

function recordIdentifier(uses: Uses, node: Syntax, parent: Syntax | null): void {
  const name = String(node.name);
  uses.identifiers.set(name, (uses.identifiers.get(name) ?? 0) + 1);
  if (parent?.type.startsWith('Import') && parent.type.endsWith('Specifier')) return;
  const members = uses.members.get(name) ?? [];
  uses.members.set(name, members);
  if (parent?.type === 'MemberExpression' && parent.object === node && parent.computed === false) {
    members.push(lastName(parent));
  } else if (parent?.type === 'TSQualifiedName' && parent.left === node) {
    members.push(lastName(parent.right));
  } else if (parent?.type === 'JSXMemberExpression' && parent.object === node) {
    members.push(lastName(parent.property));
  } else {
    const isOwnName =
      (parent?.type === 'MemberExpression' && parent.property === node && parent.computed === false) ||
      (parent?.type === 'Property' &&
        parent.key === node &&
        parent.value !== node &&
        parent.computed === false);
    if (!isOwnName) members.push('*');
  }
}

function dottedName(node: unknown): string {
  if (isSyntax(node) && node.type === 'MemberExpression')
    return `${dottedName(node.object)}.${lastName(node)}`;
  return lastName(node);
}

function lastName(node: unknown): string {
  if (!isSyntax(node)) return '';
  if (node.type === 'MemberExpression') return lastName(node.property);
  return typeof node.name === 'string' ? node.name : '';
}

function walk(
  value: unknown,
  parent: Syntax | null,
  visit: (node: Syntax, parent: Syntax | null) => void,
): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, parent, visit);
  } else if (isSyntax(value)) {
    visit(value, parent);
    for (const child of Object.values(value)) walk(child, value, visit);
  }
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
