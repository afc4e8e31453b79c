import { resolve, sep } from 'node:path';
import type { ESTree, Plugin } from 'vite';

const contract = resolve(import.meta.dirname, '../../contract') + sep;

/**
 * The members that only the server reads. The browser sends input that its forms have checked, and trusts the answer.
 */
const serverOnly = new Set(['params', 'query', 'body', 'response', 'summary']);

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Removes the schemas that no form uses from the built app: those of the endpoints, and the parts of the contract
 * that only they use. Otherwise the Users page would create 700 of them (decision 10). Schemas of forms lose the texts
 * that only the OpenAPI document says.
 */
export function leanContract(): Plugin {
  return {
    name: 'canopy:lean-contract',
    apply: 'build',
    // As JavaScript, without types.
    enforce: 'post',
    transform(source, id) {
      if (!id.startsWith(contract)) return null;
      const code = edited(source, withoutDescriptions(this.parse(source).body));
      const edits: Edit[] = [];
      for (const node of this.parse(code).body) {
        const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
        if (declared?.type !== 'VariableDeclaration') continue;
        for (const { init } of declared.declarations) {
          if (!init) continue;
          // An unused constant of the contract is removed.
          edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' });
          edits.push(...withoutSchemas(init));
          edits.push({ start: init.end, end: init.end, text: '))()' });
        }
      }
      edits.push(...unusedImports(this.parse(code).body, (removed) => edited(code, [...edits, ...removed])));
      return { code: edited(code, edits), map: null, moduleSideEffects: false };
    },
  };
}

function withoutSchemas(init: ESTree.Expression): Edit[] {
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return [];
  const definition = init.arguments.at(-1);
  if (init.callee.name !== 'endpoint' || definition?.type !== 'ObjectExpression') return [];
  return definition.properties.flatMap((member, index, members) => {
    if (member.type !== 'Property' || member.key.type !== 'Identifier') return [];
    if (!serverOnly.has(member.key.name)) return [];
    return [{ start: member.start, end: members[index + 1]?.start ?? definition.end - 1, text: '' }];
  });
}

/** `described(text, schema)` and `formatted(format, schema)` become the schema. */
function withoutDescriptions(node: unknown): Edit[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(withoutDescriptions);
  const { type, callee, arguments: given, start } = node as ESTree.CallExpression;
  if (type !== 'CallExpression' || callee.type !== 'Identifier') return inside;
  if (!['described', 'formatted'].includes(callee.name)) return inside;
  return [{ start, end: given[1]?.start ?? start, text: '(' }, ...inside];
}

/** Otherwise a page that names an endpoint would be bundled with the schemas of its forms. */
function unusedImports(body: readonly ESTree.Node[], without: (removed: Edit[]) => string): Edit[] {
  const imports = body.filter((node) => node.type === 'ImportDeclaration');
  const removal = ({ start, end }: ESTree.ImportDeclaration) => ({ start, end, text: '' });
  const rest = without(imports.map(removal));
  const isUsed = ({ local }: { local: { name: string } }) => new RegExp(`\\b${local.name}\\b`).test(rest);
  return imports.filter(({ specifiers }) => !specifiers.some(isUsed)).map(removal);
}

function edited(code: string, unsorted: readonly Edit[]) {
  const edits = unsorted.toSorted((a, b) => a.start - b.start);
  let text = '';
  let done = 0;
  for (const { start, end, text: put } of edits) {
    text += code.slice(done, start) + put;
    done = end;
  }
  return text + code.slice(done);
}
