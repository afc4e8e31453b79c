import type { JsonSchema } from '../../../contract/http/api-document.ts';
import { formatNumber } from '../../lib/format/format-number.ts';

export interface Field {
  /** 'selection.ids' */
  name: string;
  required: boolean;
  description: string | undefined;
  /** 'text, 1 to 200 characters, or null' */
  form: string;
}

/** The members of a body, those of inner objects after them. Of several variants, what any of them has. */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  const variants = variantsOf(schema);
  const names = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((member) => {
    const schemas = variants.flatMap(({ properties }) => properties?.[member] ?? []);
    const items = schemas.flatMap(variantsOf).flatMap(({ items }) => items ?? []);
    const name = prefix + member;
    return [
      {
        name,
        required: variants.every(({ required = [] }) => required.includes(member)),
        description: schemas.find(({ description }) => description)?.description,
        form: formOf({ anyOf: schemas }),
      },
      ...fieldsOf({ anyOf: schemas }, `${name}.`),
      ...fieldsOf({ anyOf: items }, `${name}[].`),
    ];
  });
}

function variantsOf(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf)?.flatMap(variantsOf) ?? [schema];
}

/** What a value may be, with its limits. */
export function formOf(schema: JsonSchema): string {
  const variants = variantsOf(schema);
  const values = variants.flatMap((one) => one.enum ?? ('const' in one ? [one.const] : []));
  const forms = variants.filter((one) => !one.enum && !('const' in one)).map(formOfOne);
  const shown = values.map((value) => (typeof value === 'string' ? value.replace('\t', 'tab') : `${value}`));
  const fixed = shown.length > 1 ? [`one of ${[...new Set(shown)].join(', ')}`] : shown;
  const { default: preset } = [schema, ...variants].find(({ default: one }) => one !== undefined) ?? {};
  const isPresetShown = preset !== undefined && preset !== null && typeof preset !== 'object';
  return [...new Set([...fixed, ...forms])].join(', or ') + (isPresetShown ? `; ${preset} without it` : '');
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  email: 'email',
  date: 'day as 2026-11-20',
  'date-time': 'moment as 2026-11-20T14:30:00Z',
  binary: 'file',
};

function formOfOne({ type, format = '', pattern, items, ...limits }: JsonSchema): string {
  const types = [type ?? []].flat();
  return types
    .map((one) => {
      if (one === 'string') {
        const noun = formats[format] ?? (pattern ? `text in the form ${pattern}` : 'text');
        return noun + rangeOf(limits.minLength, limits.maxLength, ' characters');
      }
      if (one === 'array')
        return `list of ${formOf(items ?? {})}${rangeOf(limits.minItems, limits.maxItems)}`;
      return (nouns[one] ?? one) + rangeOf(limits.minimum, limits.maximum);
    })
    .join(', or ');
}

const nouns: Readonly<Record<string, string>> = {
  integer: 'whole number',
  boolean: 'true or false',
};

/** JSON Schema of a whole number without limits has those of JavaScript. */
const isLimit = (limit: number | undefined): limit is number =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

function rangeOf(least: number | undefined, most: number | undefined, unit = ''): string {
  if (isLimit(least) && isLimit(most)) return `, ${formatNumber(least)} to ${formatNumber(most)}${unit}`;
  if (isLimit(most)) return `, at most ${formatNumber(most)}${unit}`;
  return isLimit(least) ? `, at least ${formatNumber(least)}${unit}` : '';
}
