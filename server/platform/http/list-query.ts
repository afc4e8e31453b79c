import * as z from 'zod/mini';
import { invalid } from './errors.ts';

/**
 * The query of a list's URL, read as the list's endpoint would: with a filter that is ignored, more rows would be selected
 * than the actor saw. @throws ApiError 400 that names `path`.
 */
export function readListQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  query: string,
  path: string,
): z.output<Schema> {
  const result = z.safeParse(schema, parametersOf(query, path));
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `The list has no filter called ${issue.keys.join(', ')}`
      : `The list does not understand ${issue.path.join('.')}: ${issue.message}`,
  );
  throw invalid(...issues.map((message) => ({ path, message })));
}

/** A parameter that stands twice becomes a list, which no filter takes. */
function parametersOf(query: string, path: string): Record<string, string | string[]> {
  try {
    decodeURIComponent(query);
  } catch {
    throw invalid({ path, message: 'The query of the list contains a % without a code' });
  }
  // The & keeps a leading ?, which belongs to the name of the first parameter.
  const all = new URLSearchParams(`&${query}`);
  const names = [...new Set(all.keys())];
  const entries = names.map((name) => {
    const values = all.getAll(name);
    return [name, values.length > 1 ? values : (values[0] ?? '')] as const;
  });
  return Object.fromEntries(entries);
}
