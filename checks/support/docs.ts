import { posix } from 'node:path';

export interface Doc {
  path: string;
  text: string;
}

/** Names that documents may use, because they exist. */
export interface Facts {
  files: string[];
  scripts: string[];
  /** Names in capitals that appear anywhere in the sources. */
  names: Set<string>;
}

/** Finds commands, settings and files that a document names but that do not exist. */
export function findStaleWords(doc: Doc, facts: Facts): string[] {
  const { marks, blocks, links } = readDoc(doc.text);
  const code = [...marks, ...blocks];
  const say = (what: string) =>
    `${doc.path} names ${what}, which does not exist: correct the document, or restore it.`;
  return [
    ...code
      .flatMap(findCommands)
      .filter((script) => !facts.scripts.includes(script))
      .map((script) => say(`npm run ${script}`)),
    ...code
      .flatMap(findNames)
      .filter((name) => !facts.names.has(name))
      .map((name) => say(name)),
    ...[...marks, ...blocks.flatMap((block) => block.split(/\s+/))]
      .filter((word) => isFileName(word, facts.files) && !exists(word, doc.path, facts.files))
      .map((word) => say(`the file ${word}`)),
    ...links.filter((link) => !exists(link, doc.path, facts.files)).map((link) => say(`the link ${link}`)),
  ];
}

/** Finds decisions that a document or a source names and that have no page, such as `decisions 3, 12 and 13`. */
export function findGoneDecisions({ path, text }: Doc, pages: ReadonlySet<string>): string[] {
  // Without line breaks, and without the targets of links.
  const joined = text
    .replace(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ' ')
    .replace(/\]\([^)]*\)/g, '')
    .replaceAll('[', '');
  const named = [...joined.matchAll(/\bdecisions? (\d{1,3}\b(?:(?:,| and|,? to)+ \d{1,3}\b)*)/gi)].flatMap(
    ([, list = '']) => {
      const numbers = (list.match(/\d+/g) ?? []).map(Number);
      const [first = 0, last = first] = numbers;
      return list.includes(' to ') ? Array.from({ length: last - first + 1 }, (_, n) => first + n) : numbers;
    },
  );
  const linked = [...joined.matchAll(/\bdecisions\/(\d{4})/g)].map(([, number]) => Number(number));
  return [...new Set([...named, ...linked])]
    .filter((number) => !pages.has(String(number)))
    .map((number) => `${path} names decision ${number}, which has no page: say the reason itself.`);
}

/** Counts the words of a page, without its title. */
export function countWords(text: string): number {
  return text.replace(/^# .*/, '').match(/\S*[\p{L}\d]\S*/gu)?.length ?? 0;
}

/** Finds settings and commands that none of the documents explains. */
export function findUndocumented(docs: Doc[], settings: string[], scripts: string[]): string[] {
  const text = docs.map((doc) => doc.text).join('\n');
  const where = docs.map((doc) => doc.path).join(' or ') || 'README.md';
  const explained = new Set(findCommands(text));
  return [
    ...settings
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `the setting ${name}`),
    ...scripts.filter((script) => !explained.has(script)).map((script) => `the command npm run ${script}`),
  ].map((what) => `${what} is not documented: explain it in ${where}.`);
}

/** Returns the text in code marks and code blocks, and the targets of links to our own files. */
function readDoc(text: string): { marks: string[]; blocks: string[]; links: string[] } {
  const blocks = [...text.matchAll(/^```.*\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '');
  const prose = text.replace(/^```.*\n[\s\S]*?^```/gm, '');
  const marks = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  const targets = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map((match) => match[1] ?? '');
  return { marks, blocks, links: targets.filter((target) => !/^[a-z]+:/.test(target)) };
}

/** `npm start` and `npm test` are short for `npm run …`; npm's own commands are not ours. */
function findCommands(code: string): string[] {
  return [...code.matchAll(/\bnpm (?:run (?:--?\w+ )*([\w:-]+)|(start|test)\b)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
}

/** Finds NAME=value anywhere, and code marks that contain only a NAME_OF_SEVERAL_WORDS. */
function findNames(code: string): string[] {
  const assigned = [...code.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=/g)].map((match) => match[1] ?? '');
  return /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(code) ? [...assigned, code] : assigned;
}

/** Whether a word can only be one of our files. URL paths start with a slash; data/ and dist/ are generated. */
function isFileName(word: string, files: string[]): boolean {
  if (!/^[\w.@*-]+(\/[\w.@*-]*)*$/.test(word) || isPlaceholder(word)) return false;
  const [top = '', second] = word.split('/');
  if (['data', 'dist', 'node_modules'].includes(top)) return false;
  const isBelowOurs = second !== undefined && files.some((file) => file.startsWith(`${top}/`));
  return isBelowOurs || /\w\.(ts|tsx|mjs|json|md|css|html)$/.test(word);
}

/** x.service.ts and NNNN_what.ts mean any such file. */
function isPlaceholder(word: string): boolean {
  return /(^|[/.-])x[./-]|(^|\/)x$|NNNN/.test(word);
}

/**
 * Looks for a path from the root, from the document's folder, or at the end of a longer path; a star matches any
 * name.
 */
function exists(word: string, doc: string, files: string[]): boolean {
  const wanted = [posix.normalize(word), posix.join(posix.dirname(doc), word)].map((path) =>
    path.replace(/\/$/, ''),
  );
  const patterns = wanted.map((path) => {
    const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
    return new RegExp(`(^|/)${escaped}(/|$)`);
  });
  return files.some((file) => patterns.some((pattern) => pattern.test(file)));
}

/**
 * Finds sections of documents that are not in the repository: a section needs a page of docs/ or a public standard in
 * front of it, such as `auth protocol, section 4.2` or `RFC 5322, section 3.2.3`.
 */
export function findForeignCitations({ path, text }: Doc): string[] {
  const joined = text.replace(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ' ');
  return [...joined.matchAll(/(\S+ \S+ )?\bsections? \d[\d.]*/gi)]
    .filter(([citation]) => !/(\.md|auth protocol|RFC \d+|PostgreSQL[^,]*|3\.0),? sections? /i.test(citation))
    .map(
      ([citation]) =>
        `${path} cites "${citation}", which is not in the repository: cite a page of docs/, or say it in your own words.`,
    );
}
