import { fold } from '../../../contract/lists/search-key.ts';
import type { Context } from '../../kernel/context.ts';
import { listKnownGrades } from '../registers/sales/breakdown.service.ts';

/** What a file calls a grade, as registers call it: by code, by the name that the chain gave, or by a code without its zeros. */
export async function gradeFinder(
  ctx: Context,
): Promise<{ codeOf(text: string): string; isKnown(code: string): boolean }> {
  const grades = await listKnownGrades(ctx);
  const codes = new Map<string, string>();
  for (const { code, name } of grades)
    for (const key of [code.replace(/^0+(?=\d)/, ''), code, ...(name === null ? [] : [name])]) {
      const folded = fold(key);
      if (!codes.has(folded) || key === code) codes.set(folded, code);
    }
  const known = new Set(grades.map(({ code }) => code));
  return { codeOf: (text) => codes.get(fold(text)) ?? text, isKnown: (code) => known.has(code) };
}
