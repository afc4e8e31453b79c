import { type Context, now } from './context.ts';

type Changes<Row, Field extends keyof Row> = { [F in Field]?: Row[F] | undefined };

/** Null when `changes` changes none. Fields that it leaves out, or gives as undefined, stay. */
export function changedFields<Row extends object, Field extends keyof Row & string>(
  row: Row,
  changes: Changes<Row, Field>,
  fields: readonly Field[],
): { before: Partial<Pick<Row, Field>>; after: Partial<Pick<Row, Field>> } | null {
  const changed = fields.filter((field) => changes[field] !== undefined && changes[field] !== row[field]);
  if (changed.length === 0) return null;
  const pick = (from: Changes<Row, Field>) =>
    Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<Pick<Row, Field>>;
  return { before: pick(row), after: pick(changes) };
}

/** `updated_at` is the row's version, so it is never the same twice. */
export function updateStamp(ctx: Context, { updated_at }: { updated_at: string }) {
  const at = now(ctx);
  return {
    updated_at: at > updated_at ? at : new Date(Date.parse(updated_at) + 1).toISOString(),
    updated_by: ctx.actor.user_id,
    updated_by_name: ctx.actor.name,
  };
}
