import type { JsonSchema } from '../../../contract/http/api-document.ts';

/** Values that a member may have as an example, best first. `of` is what the object is, such as 'role'. */
export type Words = (name: string, of: string) => readonly unknown[];

/**
 * A value of a JSON schema: the first word that it allows, else what it says itself. Members that may be left out have a
 * word, or are, unless all may. A text without a word is '…'.
 */
export function exampleOf(schema: JsonSchema, words: Words, name: string, of = name): unknown {
  const word = wordFor(schema, words, name, of);
  if (word !== undefined) return word;
  const { items = {}, minimum = 1 } = schema;
  const [variant] = schema.anyOf ?? schema.oneOf ?? [];
  if (variant) return exampleOf(variant, words, name, of);
  const [fixed] = schema.enum ?? [schema.const];
  if (fixed !== undefined) return fixed;
  const type = [schema.type].flat()[0];
  if (type === 'object') return exampleOfObject(schema, words, singular(name));
  if (type === 'array') return [exampleOf(items, words, singular(name), of)];
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return Math.max(1, minimum);
  return '…';
}

function exampleOfObject(
  { properties = {}, required = [], ...record }: JsonSchema,
  words: Words,
  of: string,
) {
  const { propertyNames, additionalProperties } = record;
  const named = (propertyNames?.enum ?? []).map((name) => [name, additionalProperties || {}] as const);
  const isIn = (name: string) => required.length === 0 || required.includes(name);
  const members = Object.entries(properties).filter(
    ([name, member]) => isIn(name) || wordFor(member, words, name, of) !== undefined,
  );
  return Object.fromEntries(
    [...members, ...named].map(([name, member]) => [name, exampleOf(member, words, name, of)]),
  );
}

function wordFor(schema: JsonSchema, words: Words, name: string, of: string): unknown {
  return words(name, of).find((word) => allows(schema, word));
}

/** By type, fixed values and form. */
function allows(schema: JsonSchema, value: unknown): boolean {
  const { anyOf, oneOf, enum: fixed, const: only = value, type, pattern = '' } = schema;
  const variants = anyOf ?? oneOf;
  if (variants) return variants.some((one) => allows(one, value));
  if (value !== only || fixed?.includes(value) === false) return false;
  if (typeof value === 'string' && !new RegExp(pattern, 'u').test(value)) return false;
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const types = [type ?? kind].flat().map((one) => (one === 'integer' ? 'number' : one));
  return types.includes(kind);
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}
