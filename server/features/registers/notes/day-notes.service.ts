import type { DayNote, DayNoteInput } from '../../../../contract/day-notes.ts';
import { type Authorized, requireAct, scopeOf } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { recordFigures } from '../../../kernel/changes/record-change.ts';
import { now, reader } from '../../../kernel/context.ts';
import { changedFields } from '../../../kernel/edit.ts';
import { requireLocation } from '../../locations/locations.service.ts';
import { lockLocations } from '../figures/records.repository.ts';
import * as repository from './day-notes.repository.ts';

const notesMax = 1000;

export function listDayNotes(
  ctx: Authorized<'registers.read'>,
  filter: repository.NoteFilter,
): Promise<DayNote[]> {
  return repository.listNotes(reader(ctx), scopeOf(ctx), filter, notesMax);
}

/** Null for a day that has none any more. @throws ApiError 403 without the act, 404 out of scope. */
export function setDayNote(
  ctx: Authorized<'registers.read'>,
  { id, business_date }: { id: string; business_date: string },
  input: DayNoteInput,
): Promise<DayNote | null> {
  requireAct(ctx, 'noteDay');
  return change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const { name } = await requireLocation(ctx, id);
    await lockLocations(tx, [id]);
    const row = await repository.findNote(tx, id, business_date);
    const changed = changedFields(row ?? { note: '', is_closed: false }, input, ['note', 'is_closed']);
    if (!changed) return row;
    const isGone = input.note === '' && !input.is_closed;
    const by = { updated_at: now(ctx), updated_by: ctx.actor.user_id, updated_by_name: ctx.actor.name };
    if (isGone) await repository.deleteNote(tx, id, business_date);
    else await repository.upsertNote(tx, { location_id: id, business_date, ...input, ...by });
    audit(ctx, {
      action: 'register.day_noted',
      subject: { type: 'location', id, name },
      details: { business_date, ...changed },
      location_ids: [id],
    });
    recordFigures(ctx, id);
    return isGone ? null : repository.findNote(tx, id, business_date);
  });
}
