import { parseSync } from 'vite';
import type { Doc } from './docs.ts';

/**
 * Words that the code once had in a private meaning, with the words to use instead (docs/glossary.md). A word counts in
 * names, file names and comments; texts, and names that are stored or sent, are free.
 */
const instead: Readonly<Record<string, string>> = {
  asked: 'request, body, query or settings',
  asking: 'request, body, query or settings',
  band: 'banner',
  breath: 'batch, or lines at once',
  cuts: 'loses access',
  foot: 'footer, or bottom',
  giver: 'inviter, or who granted it',
  handed: 'granted, or passed',
  lane: 'worker',
  lanes: 'workers',
  papers: 'empty state',
  people: 'users',
  person: 'user',
  room: 'space, width or height',
  scene: 'illustration',
  told: 'described',
  veil: 'backdrop',
  vouched: 'invited',
};

/** Words that count in names only, because a sentence may use them. */
const insteadInNames: Readonly<Record<string, string>> = { kept: 'stored, remaining or previous' };

/** Names and places that keep such a word: stored and sent ones, and standard terms. */
interface Exception {
  word: string;
  path: RegExp;
}

/** Finds words that the glossary replaces, in the names, comments and the file name of a source. */
export function findReplacedWords({ path, text }: Doc, exceptions: readonly Exception[] = []): string[] {
  const { program, comments } = parseSync(path, text);
  const names = [...namesIn(program), ...path.split(/[/.]/)].flatMap(wordsOf);
  const prose = comments.flatMap(({ value }) => value.replace(/`[^`]*`|'[^']*'|"[^"]*"/g, '').match(/[A-Za-z]+/g) ?? []);
  const isFree = (word: string) =>
    exceptions.some((exception) => exception.word === word && exception.path.test(path));
  const found = [
    ...names.map((name) => [name, instead[name] ?? insteadInNames[name]]),
    ...prose.map((word) => [word, instead[word.toLowerCase()]]),
  ];
  const told = found.flatMap(([word = '', better]) =>
    better && !isFree(word.toLowerCase()) ? [`${path}: say ${better}, not "${word}" (docs/glossary.md)`] : [],
  );
  return [...new Set(told)];
}

/** The words of a name in camelCase, kebab-case or snake_case. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** The names of an ESTree: identifiers, members and attributes, types included. */
function* namesIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const child of node) yield* namesIn(child);
  else if (node && typeof node === 'object') {
    const { type, name } = node as { type?: unknown; name?: unknown };
    if (typeof name === 'string' && /Identifier$/.test(String(type))) yield name;
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') yield* namesIn(child);
  }
}
