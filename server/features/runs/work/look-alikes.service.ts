import { numberKey } from '../../../../contract/lists/search-key.ts';
import type { LineReason, RunSubject } from '../../../../contract/runs.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { withoutZeros } from '../import/cells/leading-zeros.pure.ts';
import type { LocationKeys, UserKeys } from '../line-request.pure.ts';
import { matchLocations, matchUsers } from './read-lines.service.ts';

/** The numbers of a file by the digits that they share without zeros in front. */
export type Alike = Map<string, Map<string, { number: string; line: number; lines: number[] }>>;

/** Not one that the user said is meant as it is. */
export function noteNumber(alike: Alike, line: number, keys: (UserKeys & LocationKeys) | null): void {
  const number = keys?.employee_number ?? keys?.number;
  const bare = number === undefined || keys?.is_exact ? null : withoutZeros(number);
  const key = number === undefined ? null : numberKey(number);
  if (bare === null || key === null || number === undefined) return;
  const group = alike.get(bare) ?? new Map();
  alike.set(bare, group);
  const known = group.get(key);
  if (known) known.lines.push(line);
  else group.set(key, { number, line, lines: [line] });
}

const numbersAtOnce = 200;

/**
 * 1 and 001 would become two locations. Numbers that exist are what they are; `explained` lines are rejected already.
 */
export async function describeAlike(
  ctx: Authorized,
  about: RunSubject,
  alike: Alike,
  explained: ReadonlySet<number>,
): Promise<{ line: number; reasons: LineReason[] }[]> {
  const groups = [...alike.values()].filter((group) => group.size > 1).map((group) => [...group.values()]);
  const described: { line: number; reasons: LineReason[] }[] = [];
  const column = about === 'users' ? 'employee_number' : 'number';
  for (let at = 0; at < groups.length; at += numbersAtOnce) {
    await yieldToRequests();
    const some = groups.slice(at, at + numbersAtOnce);
    const keys = some.flat().map(({ number }) => number);
    const matches =
      about === 'users'
        ? await matchUsers(
            ctx,
            keys.map((employee_number) => ({ employee_number })),
          )
        : await matchLocations(
            ctx,
            keys.map((number) => ({ number })),
          );
    const isNew = new Set(
      keys.filter((_, index) => {
        const match = matches[index];
        return match !== undefined && 'id' in match && match.id === null;
      }),
    );
    for (const group of some) {
      for (const { number: value, lines } of group) {
        const [other] = group.filter(({ number }) => number !== value);
        if (!isNew.has(value) || !other) continue;
        const { number: means } = other;
        const text = `Line ${other.line} has ${means}, which differs from ${value} only by zeros in front.`;
        const repairs = [
          { column, value, means, label: `Use ${means}` } as const,
          { column, value, means: value, label: `Keep ${value}` } as const,
        ];
        for (const line of lines) {
          if (!explained.has(line)) described.push({ line, reasons: [{ text, repairs }] });
        }
      }
    }
  }
  return described;
}
