import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { bulkPermissions } from '../../../contract/access/acts.ts';
import { day } from '../../../contract/fields/fields.ts';
import type { Location, LocationChoice } from '../../../contract/locations.ts';
import type { BulkAct } from '../../../contract/runs.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { Radios } from '../../components/form/radios.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { toDay } from '../../lib/format/format-date.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { reasonOf } from '../../lib/network/request-failed.ts';
import { LocationField } from '../../parts/choose/location-choices.tsx';
import { startRun } from '../runs/runs.api.ts';
import { locationQuery } from './locations.api.ts';
import { closeWithUndo } from './open-and-close.api.ts';

const closing = z.object({ closed_on: day });

/** Its users are then moved by a run, whose preview opens. A retry repeats only the step that failed. */
export function CloseLocationDialog({ location, onClose }: { location: Location; onClose: () => void }) {
  const { id, name } = location;
  const [plan, setPlan] = useState<UsersPlan>({ fate: 'keep' });
  const [isClosed, setClosed] = useState(false);
  const navigate = useNavigate();
  const idOf = useCreateId();
  const { hasPermission } = useAccess();
  const mayMove = bulkPermissions('locations').every(hasPermission);
  const assigned = useQuery(locationQuery(id)).data?.assigned_count ?? 0;
  const act = actOf(plan, id);
  const form = useSchemaForm(closing, { closed_on: toDay(new Date()) });
  const save = useSave({
    mutationFn: async ({ closed_on }: z.output<typeof closing>, context) => {
      if (!isClosed) await closeWithUndo(location, closed_on, context);
      setClosed(true);
      return act && (await prepare(act, context));
    },
    onSuccess: (run) => {
      if (run) void navigate({ to: '/runs/$runId', params: { runId: run.id } });
      else onClose();
    },
  });

  function prepare(act: BulkAct, context: Parameters<typeof startRun>[1]) {
    const body = { about: 'users' as const, act, selection: { query: `location=${id}`, except: [] } };
    return startRun({ id: idOf(body), ...body }, context).catch((error: unknown) => {
      const failure = `${name} is closed, but the changes of its users could not be prepared`;
      throw new Error(`${failure}: ${reasonOf(error)}`, { cause: error });
    });
  }

  return (
    <FormDialog
      title={`Close ${name}`}
      submitLabel={isClosed ? 'Try again' : 'Close Location'}
      isDisabled={act === undefined}
      isTall={plan.fate === 'move'}
      form={form}
      save={save}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          {plan.fate === 'keep' ? 'Its users and its history stay.' : 'Its history stays.'} Nobody new can be
          assigned to it until you reopen it.
        </p>
        {!isClosed && (
          <DateField label="Closed on" max={toDay(new Date())} required {...form.register('closed_on')} />
        )}
        {mayMove && assigned > 0 && <ClosedUsers id={id} count={assigned} plan={plan} onChange={setPlan} />}
      </div>
    </FormDialog>
  );
}

interface UsersPlan {
  fate: 'keep' | 'move' | 'remove';
  to?: LocationChoice | undefined;
}

/** Null to keep them, undefined while the other location is not chosen. */
export function actOf({ fate, to }: UsersPlan, id: string): BulkAct | null | undefined {
  if (fate === 'keep') return null;
  if (fate === 'remove') return { act: 'locations', add: [], remove: [id] };
  return to && { act: 'locations', add: [to.id], remove: [id] };
}

interface ClosedUsersProps {
  id: string;
  /** How many users are assigned, inactive ones too. */
  count: number;
  plan: UsersPlan;
  onChange: (plan: UsersPlan) => void;
}

const fates = {
  keep: 'Keep them assigned',
  move: 'Move them to another location',
  remove: 'Remove them from this location',
};

function ClosedUsers({ id, count, plan, onChange }: ClosedUsersProps) {
  return (
    <Radios
      legend={
        count === 1
          ? 'The user who is assigned to it'
          : `The ${formatNumber(count)} users who are assigned to it`
      }
      name="fate"
      values={fates}
      value={plan.fate}
      onChange={(fate) => onChange({ ...plan, fate })}
    >
      {plan.fate === 'move' && (
        <div className="mt-3">
          <LocationField
            key={plan.to?.id}
            label="Move to"
            isOpenOnly
            except={id}
            chosen={plan.to}
            onChange={(to) => onChange({ fate: 'move', to: to ?? undefined })}
          />
        </div>
      )}
      {plan.fate !== 'keep' && (
        <p role="status" className="mt-2 text-small text-ink-soft">
          The location is closed first. Then you see a preview, and nothing happens to the users until you
          apply it.
        </p>
      )}
    </Radios>
  );
}
