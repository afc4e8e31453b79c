/** The settings that say that a move to another database began, or is complete: in the database it leaves, and in the one it fills. */
export const movedTo = 'moved_to';
export const movedFrom = 'moved_from';

export interface MoveMark {
  /** The same on both sides. */
  id: string;
  /** The other database, as `nameDatabase` says it. */
  database: string;
  /** When the move began, or when it was complete. */
  at: string;
  is_complete: boolean;
}

/** Null when there is no mark. */
export function readMark(value: string | null | undefined): MoveMark | null {
  return value ? (JSON.parse(value) as MoveMark) : null;
}

/**
 * Why no server may use a database with these marks, in one sentence for the operator; null when it may. A database
 * that a move has filled is used from then on.
 */
export function whyMoved(marks: Readonly<Record<string, string>>): string | null {
  const to = readMark(marks[movedTo]);
  const from = readMark(marks[movedFrom]);
  if (to?.is_complete) {
    return `The data were moved to another database on ${day(to)}: ${to.database}. Name it in DATABASE_URL. To use these data again, without what was changed there since, run npm run move -- --abort.`;
  }
  if (to) {
    return `A move of these data to another database (${to.database}) began on ${day(to)} and is not complete. Run npm run move again with the same DATABASE_URL, or npm run move -- --abort to stay with these data.`;
  }
  if (from && !from.is_complete) {
    return `A move into this database (from ${from.database}) began on ${day(from)} and is not complete. Run npm run move again, or empty the database.`;
  }
  return null;
}

function day({ at }: MoveMark) {
  return `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
}
