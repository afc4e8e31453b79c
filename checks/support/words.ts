import { parseSync } from 'vite';
import type { Doc } from './docs.ts';

/** Words that the glossary replaces wherever they are in code: in names, file names and comments. */
const replaced = new Map([
  ['band', 'banner'],
  ['breath', 'batch'],
  ['foot', 'footer, or bottom'],
  ['giver', 'inviter, or grantor'],
  ['handed', 'granted, or passed'],
  ['lane', 'worker'],
  ['lanes', 'workers'],
  ['people', 'users'],
  ['person', 'user'],
  ['room', 'space, width or height'],
  ['scene', 'illustration'],
  ['veil', 'backdrop'],
  ['vouched', 'invited'],
]);

/** Words that a sentence may use, but that name too many different things in code. */
const replacedInNames = new Map([
  ['asked', 'request, body, query or settings'],
  ['asking', 'open, or confirming'],
  ['cuts', 'loses'],
  ['kept', 'stored, remaining or former'],
  ['sight', 'visibility'],
  ['sought', 'query'],
  ['told', 'described'],
  ['wish', 'request or query'],
]);

/** A place that keeps such a word, because it is stored, sent or a standard's. */
export interface Exception {
  word: string;
  path: RegExp;
}

/** Finds words that the glossary replaces in the names, the comments and the path of a source. Texts are free. */
export function findReplacedWords({ path, text }: Doc, exceptions: readonly Exception[]): string[] {
  const { program, comments } = parseSync(path, text);
  const names = [...namesIn(program), ...path.split(/[/.]/)].flatMap(wordsOf);
  const prose = comments
    .map(({ value }) => value.replace(/`[^`]*`|'[^']*'|"[^"]*"/g, ''))
    .flatMap((comment) => comment.toLowerCase().match(/[a-z]+/g) ?? []);
  const isFree = (word: string) =>
    exceptions.some((exception) => exception.word === word && exception.path.test(path));
  const better = (word: string) => replaced.get(word) ?? replacedInNames.get(word);
  const found = [...names.filter(better), ...prose.filter((word) => replaced.has(word))];
  return [...new Set(found)]
    .filter((word) => !isFree(word))
    .map((word) => `${path} says "${word}": say ${better(word)} (docs/glossary.md)`);
}

/** The words of a name in camelCase, kebab-case or snake_case, in lower case. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** The names of an ESTree: identifiers, private members and attributes, types included. */
function* namesIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) {
    for (const child of node) yield* namesIn(child);
  } else if (node && typeof node === 'object') {
    const { type, name } = node as { type?: unknown; name?: unknown };
    if (typeof name === 'string' && String(type).endsWith('Identifier')) yield name;
    for (const child of Object.values(node)) yield* namesIn(child);
  }
}
