import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { displayName } from '../../../../contract/users.ts';
import { markRow } from '../../../components/table/marked-row.ts';
import { showSaved } from '../../../components/table/saved-toast.ts';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { type SaveContext, useReload, useSave } from '../../../lib/form/use-save.ts';
import { type Chosen, chosenOf, toggled, withAll } from '../../../lib/list/chosen.ts';
import { isGone, reasonOf } from '../../../lib/network/request-failed.ts';
import { type Assigned, userRowQuery } from '../users.api.ts';

type Ref = { id: string };

export interface AssignmentOptions<Row extends Ref, Key extends readonly unknown[]> {
  query: UseQueryOptions<Assigned<Row>, Error, Assigned<Row>, Key>;
  /** Saves the rows against the version that they started from. */
  replace: (assigned: Assigned<Ref>, context: SaveContext) => Promise<Assigned<Ref>>;
  what: 'Roles' | 'Locations';
  userId: string;
  onClose: () => void;
}

export type Assignment = ReturnType<typeof useAssignment<Ref, readonly unknown[]>>;

/** The check boxes start from the stored rows. Only a reload resets them, never an answer in the background. */
export function useAssignment<Row extends Ref, Key extends readonly unknown[]>({
  query,
  replace,
  what,
  userId,
  onClose,
}: AssignmentOptions<Row, Key>) {
  const client = useQueryClient();
  const loading = useQuery(query);
  const { data: user } = useQuery(userRowQuery(userId));
  const subject = user ? `${what} of ${displayName(user)}` : what;
  const [start, setStart] = useState(loading.data);
  const [selected, setSelected] = useState<Chosen<Row>>(() => chosenOf(start?.rows ?? []));
  const { isSelf } = useAccess();
  const save = useSave({
    mutationFn: replace,
    onSuccess: (stored) => {
      onClose();
      // Users who remove something from themselves may not be able to undo it.
      const undo = start && !isSelf(userId) && { rows: start.rows, updated_at: stored.updated_at };
      const ids = stored.rows.map(({ id }) => id);
      const changed = what === 'Roles' ? { role_ids: ids } : { location_ids: ids };
      const toast = {
        about: userId,
        text: `${subject} updated`,
        action: undo ? { label: 'Undo', run: () => undoWith(undo) } : undefined,
      };
      if (user) showSaved({ ...user, ...changed }, toast);
      else showToast(toast);
    },
  });

  const reload = useReload(query, restart);

  async function undoWith(before: Assigned<Ref>): Promise<void> {
    try {
      await replace(before, { client });
      markRow(userId);
      showToast({ about: userId, text: `${subject} are as before` });
    } catch (error) {
      showToast({
        about: userId,
        tone: 'bad',
        stays: true,
        text: `${subject} are not as before: ${reasonOf(error)}`,
        ...(!isGone(error) && { action: { label: 'Try again', run: () => undoWith(before) } }),
      });
    }
  }

  function restart(from: Assigned<Row>) {
    setStart(from);
    setSelected(chosenOf(from.rows));
  }
  if (!start && loading.data) restart(loading.data);

  const toggle = (row: Row) => setSelected(toggled(selected, row));
  const add = (rows: readonly Row[]) => setSelected(withAll(selected, rows));
  const before = chosenOf(start?.rows ?? []);
  const change = {
    added: [...selected.keys()].filter((id) => !before.has(id)).length,
    removed: [...before.keys()].filter((id) => !selected.has(id)).length,
  };
  const submit = () => {
    if (start) save.mutate({ rows: [...selected.values()], updated_at: start.updated_at });
  };
  const isChanged = change.added + change.removed > 0;
  return {
    what,
    user,
    query: { ...loading, data: start },
    selected,
    change,
    isChanged,
    toggle,
    add,
    submit,
    save,
    reload,
    onClose,
  };
}
