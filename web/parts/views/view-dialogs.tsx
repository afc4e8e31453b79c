import { useState } from 'react';
import * as z from 'zod/mini';
import { line } from '../../../contract/fields/fields.ts';
import { viewNameMaxLength } from '../../../contract/fields/limits.ts';
import type { View, ViewList } from '../../../contract/views.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useCreateId } from '../../lib/form/new-id.ts';
import { useReload, useSave } from '../../lib/form/use-save.ts';
import { allViewsQuery, createView, deleteView, updateView } from './views.api.ts';
import { type Watchable, WatchDialog } from './watch-dialog.tsx';

export type ViewDialog =
  | { act: 'save'; query: string }
  /** Also gives it another query, when there is one. */
  | { act: 'edit'; view: View; query?: string }
  | { act: 'delete'; view: View }
  | { act: 'watch'; view: Watchable };

export interface ViewDialogsProps {
  list: ViewList;
  dialog: ViewDialog;
  onClose: () => void;
}

export function ViewDialogs({ list, dialog, onClose }: ViewDialogsProps) {
  if (dialog.act === 'watch') return <WatchDialog view={dialog.view} onClose={onClose} />;
  if (dialog.act !== 'delete') return <NameDialog list={list} dialog={dialog} onClose={onClose} />;
  const { id, name, is_shared } = dialog.view;
  return (
    <ConfirmDialog
      title="Delete view"
      act={(context) => deleteView(id, context)}
      done={{ text: `View ${name} deleted` }}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete the view "{name}"?
        {is_shared && ' Everyone who uses it loses it.'}
      </p>
    </ConfirmDialog>
  );
}

const naming = z.object({
  name: line(viewNameMaxLength, z.minLength(1, 'Name is required')),
  is_shared: z.boolean(),
});

const valuesOf = (view: View | null) => ({ name: view?.name ?? '', is_shared: view?.is_shared ?? false });

interface NameDialogProps extends ViewDialogsProps {
  dialog: Exclude<ViewDialog, { act: 'delete' | 'watch' }>;
}

function NameDialog({ list, dialog, onClose }: NameDialogProps) {
  const [seen, setSeen] = useState(dialog.act === 'edit' ? dialog.view : null);
  const mayShare = useAccess().mayAct('shareViews');
  const createId = useCreateId();
  const form = useSchemaForm(naming, valuesOf(seen));
  const save = useSave({
    mutationFn: (input: z.output<typeof naming>, context) => {
      if (dialog.act === 'edit') {
        const { view, query } = dialog;
        return updateView(seen ?? view, query === undefined ? input : { ...input, query }, context);
      }
      const added = { ...input, list, query: dialog.query };
      return createView(createId(added), added, context);
    },
    onSuccess: ({ name }) => {
      onClose();
      showToast({ text: `View ${name} saved` });
    },
  });
  const reload = useReload(allViewsQuery, (views) => {
    const stored = views.find(({ id }) => id === seen?.id);
    if (!stored) return onClose();
    setSeen(stored);
    form.reset(valuesOf(stored));
  });
  const isSaving = dialog.act === 'save' || dialog.query !== undefined;
  return (
    <FormDialog
      title={!seen ? 'Save view' : dialog.act === 'edit' && dialog.query ? 'Save changes' : 'Edit view'}
      submitLabel="Save"
      form={form}
      save={save}
      reload={reload}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {isSaving && (
          <p className="text-ink-soft">Keeps the search, filters, order and columns that are on screen.</p>
        )}
        <TextField label="Name" required {...form.register('name')} />
        {mayShare && (
          <Checkbox
            className="self-start"
            label={`Share it with everyone who can see ${list}`}
            checked={form.values.is_shared}
            onChange={({ target }) => form.setValue('is_shared', target.checked)}
          />
        )}
      </div>
    </FormDialog>
  );
}
