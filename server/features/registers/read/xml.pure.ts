import { SaxesParser } from 'saxes';
import { type Decoder, decoderFor } from './decode.pure.ts';
import { refuseForeign } from './foreign.pure.ts';
import {
  attributesMaxCount,
  depthMax,
  nameMaxLength,
  nodesMaxCount,
  nodesMaxLength,
  silentMaxLength,
  textMaxLength,
} from './limits.pure.ts';
import { RefusedFile } from './register-file.pure.ts';

/** In which a declaration and its encoding are looked for. */
const headBytes = 1024;

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

export function createXmlReader(handler: XmlHandler) {
  const parser = createParser(handler);
  const doctypes = createDoctypeCheck();
  let decoder: Decoder | null = null;
  /** Before the decoder is known. */
  let head = Buffer.alloc(0);
  let hasZeros = false;
  const read = (text: string) => {
    doctypes.check(text);
    parser.write(text);
  };
  const begin = () => {
    if (hasZeros) throw new RefusedFile('Line 1: the file begins with zeros.');
    const found = decoderFor(head);
    refuseForeign(head.subarray(found.skipped, headBytes).toString('latin1').trimStart());
    decoder = found.decoder;
    read(decoder.decode(head.subarray(found.skipped)));
  };
  return {
    /** A piece of 64 kB at most. @throws RefusedFile for anything that is no plain, whole XML. */
    write(piece: Buffer) {
      if (decoder) return read(decoder.decode(piece));
      const start = head.length > 0 ? 0 : piece.findIndex((byte) => !blank.has(byte));
      hasZeros ||= piece.subarray(0, start < 0 ? piece.length : start).includes(0);
      if (start < 0) return;
      head = Buffer.concat([head, piece.subarray(start)]);
      if (head.length >= headBytes) begin();
    },
    /** @throws RefusedFile for what is empty or cut off. */
    end(): void {
      if (!decoder) {
        if (head.length === 0)
          throw new RefusedFile('The file is empty. Registers leave empty files when their disk is full.');
        begin();
      }
      read(decoder?.end() ?? '');
      parser.close();
    },
  };
}

const blank = new Set([0, 0x20, 0x09, 0x0a, 0x0d]);

/** Before anything is parsed: only a declaration, comments and space may stand before the root. */
function createDoctypeCheck() {
  const name = '<!DOCTYPE';
  let isInRoot = false;
  let before = '';
  return {
    check(text: string) {
      if (isInRoot) return;
      const all = before + text;
      const root = all.search(/<[A-Za-z_]/);
      const at = all.search(/<!doctype/i);
      if (at >= 0 && (root < 0 || at < root)) throw doctype();
      isInRoot = root >= 0;
      before = all.slice(1 - name.length);
    },
  };
}

/** Of an element without any: saxes makes an object for each. */
const none: XmlNode['attributes'] = {};

const doctype = () => new RefusedFile('The file declares a document type (<!DOCTYPE), so it was not read.');

/** Of an element, and of the event or detail that is collected whole. */
function createNodeBounds(refuse: (what: string) => void) {
  let collected = 'element';
  let nodes = 0;
  let length = 0;
  let attributes = 0;
  const add = (text: string) => {
    length += text.length;
    if (length > nodesMaxLength)
      refuse(`one ${collected} has more than ${nodesMaxLength / 1_000_000} MB of text`);
  };
  return {
    collect(name: string) {
      collected = name;
      nodes = 0;
      length = 0;
    },
    node(name: string) {
      nodes += 1;
      if (nodes > nodesMaxCount) refuse(`one ${collected} has more than ${nodesMaxCount} elements`);
      add(name);
    },
    attribute(name: string, value: string) {
      attributes += 1;
      if (attributes > attributesMaxCount)
        refuse(`an element has more than ${attributesMaxCount} attributes`);
      if (value.length > textMaxLength) refuse('an attribute has more than 64 kB');
      add(name);
      add(value);
    },
    text: add,
    /** Of the element that begins, once. */
    hasAttributes() {
      const has = attributes > 0;
      attributes = 0;
      return has;
    },
  };
}

function createParser(handler: XmlHandler) {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: XmlNode[] = [];
  let container: XmlNode | null = null;
  /** The depth of the node that is collected whole; 0 outside of one. */
  let collected = 0;
  let silent = 0;
  const refuse = (what: string) => {
    throw new RefusedFile(`Line ${parser.line}: ${what}.`);
  };
  const bounds = createNodeBounds(refuse);
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
  parser.on('attribute', ({ name, value }) => bounds.attribute(name, value));
  parser.on('opentag', ({ name, attributes }) => {
    heard();
    const node = newNode(name, bounds.hasAttributes() ? attributes : none, parser.line);
    open.push(node);
    if (open.length > depthMax) refuse(`elements are nested more than ${depthMax} deep`);
    if (open.length === 1) return handler.root(node);
    if (collected > 0) {
      bounds.node(name);
      open.at(-2)?.children.push(node);
      return;
    }
    if (open.length === 2 && handler.opens(node)) {
      container = node;
      return;
    }
    collected = open.length;
    bounds.collect(node.name);
  });
  const addText = (text: string) => {
    heard();
    const node = open.at(-1);
    if (!node || collected === 0) return;
    node.text += text;
    if (node.text.length > textMaxLength) refuse(`${node.name} has more than 64 kB of text`);
    bounds.text(text);
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
      if (silent > silentMaxLength) refuse('1 MB brought no element');
    },
    close() {
      if (open.length > 0) {
        throw new RefusedFile(`Line ${parser.line}: the file is cut off inside of ${open.at(-1)?.name}.`);
      }
      parser.close();
    },
  };
}

function newNode(name: string, attributes: XmlNode['attributes'], line: number): XmlNode {
  return { name: localName(name), attributes, text: '', children: [], line };
}

/** Names that we know are shorter than the cut. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).slice(0, nameMaxLength);
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
