import { SaxesParser } from 'saxes';
import { decoderFor } from './decode.pure.ts';
import { RefusedFile } from './register-file.pure.ts';

const pieceBytes = 65_536;
const maxDepth = 40;
const maxTextLength = 65_536;
/** A parser that reads this much without an event is being kept busy. */
const maxSilentLength = 1_048_576;
/** Of one event or detail, which is in memory at once. */
const maxNodes = 20_000;

export interface XmlNode {
  /** Without its prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
  line: number;
}

export interface XmlHandler {
  /** The root, without its children. */
  root(node: XmlNode): void;
  /** A child of the root that is not a container begins, or a container does. Returns whether it is a container. */
  opens(node: XmlNode): boolean;
  /** Of a container, or of the root: a whole child. */
  child(container: XmlNode | null, node: XmlNode): void;
}

/** Reads pieces of 64 kB and pauses between them. @throws RefusedFile for anything that is no plain, whole XML. */
export async function readXml(bytes: Buffer, handler: XmlHandler, pause: () => Promise<void>): Promise<void> {
  refuseDoctype(bytes);
  const { decoder, skipped } = decoderFor(bytes);
  const reader = createReader(handler);
  for (let at = skipped; at < bytes.length; at += pieceBytes) {
    const isLast = at + pieceBytes >= bytes.length;
    const text = decoder.decode(bytes.subarray(at, at + pieceBytes)) + (isLast ? decoder.end() : '');
    reader.write(text);
    if (!isLast) await pause();
  }
  reader.close();
}

/** Before anything is parsed: only a declaration, comments and space may stand before the root. */
function refuseDoctype(bytes: Buffer): void {
  const at = bytes.indexOf('<!DOCTYPE');
  const other =
    at < 0
      ? bytes
          .subarray(0, pieceBytes)
          .toString('latin1')
          .search(/<!doctype/i)
      : at;
  if (other < 0) return;
  const before = bytes.subarray(0, other).toString('latin1').slice(0, maxSilentLength);
  if (!/<[A-Za-z_]/.test(before)) throw doctype();
}

const doctype = () => new RefusedFile('The file declares a document type (<!DOCTYPE), so it was not read.');

function createReader(handler: XmlHandler) {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: XmlNode[] = [];
  let container: XmlNode | null = null;
  /** The depth of the node that is collected whole; 0 outside of one. */
  let collected = 0;
  let nodes = 0;
  let silent = 0;
  const refuse = (what: string) => {
    throw new RefusedFile(`Line ${parser.line}: ${what}.`);
  };
  const heard = () => {
    silent = 0;
  };

  parser.on('error', (error) => {
    throw new RefusedFile(`Line ${parser.line}: ${error.message.replace(/^\d+:\d+: /, '').slice(0, 200)}`);
  });
  parser.on('doctype', () => {
    throw doctype();
  });
  for (const event of ['xmldecl', 'comment', 'processinginstruction'] as const) parser.on(event, heard);
  parser.on('opentag', ({ name, attributes }) => {
    heard();
    const node: XmlNode = { name: localName(name), attributes, text: '', children: [], line: parser.line };
    for (const value of Object.values(attributes))
      if (value.length > maxTextLength) refuse('an attribute has more than 64 kB');
    open.push(node);
    if (open.length > maxDepth) refuse(`elements are nested more than ${maxDepth} deep`);
    if (open.length === 1) return handler.root(node);
    if (collected > 0) {
      nodes += 1;
      if (nodes > maxNodes) refuse(`one ${open[collected - 1]?.name} has more than ${maxNodes} elements`);
      open.at(-2)?.children.push(node);
      return;
    }
    if (open.length === 2 && handler.opens(node)) {
      container = node;
      return;
    }
    collected = open.length;
    nodes = 0;
  });
  const addText = (text: string) => {
    heard();
    const node = open.at(-1);
    if (!node || collected === 0) return;
    node.text += text;
    if (node.text.length > maxTextLength) refuse(`${node.name} has more than 64 kB of text`);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    heard();
    const node = open.pop();
    if (!node) return;
    if (collected > open.length) {
      collected = 0;
      handler.child(container, node);
    }
    if (node === container) container = null;
  });

  return {
    write(text: string) {
      silent += text.length;
      parser.write(text);
      if (silent > maxSilentLength) refuse('1 MB brought no element');
    },
    close() {
      if (open.length > 0) {
        throw new RefusedFile(`Line ${parser.line}: the file is cut off inside of ${open.at(-1)?.name}.`);
      }
      parser.close();
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name);
}

/** Trimmed; null for one that is missing or blank. */
export function textOf(node: XmlNode | undefined, ...path: string[]): string | null {
  return nodeAt(node, ...path)?.text.trim() || null;
}

export function nodeAt(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>(childOf, node);
}

/** All descendants with this name, not searched inside of one that was found. */
export function descendants(node: XmlNode | undefined, name: string): XmlNode[] {
  return (node?.children ?? []).flatMap((child) =>
    child.name === name ? [child] : descendants(child, name),
  );
}

/** `value="yes"`; an element without the attribute means no. */
export function isFlagged(node: XmlNode | undefined): boolean {
  return node?.attributes.value?.toLowerCase() === 'yes';
}
