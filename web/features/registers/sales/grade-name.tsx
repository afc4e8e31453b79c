import { useState } from 'react';
import * as z from 'zod/mini';
import { line } from '../../../../contract/fields/fields.ts';
import { nameMaxLength } from '../../../../contract/fields/limits.ts';
import type { SalesPart } from '../../../../contract/sales-breakdown.ts';
import { Button } from '../../../components/button/button.tsx';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { nameGrade } from './sales.api.ts';

type Grade = Pick<SalesPart, 'code' | 'name'>;

/** A grade has one name for the whole chain. */
export function GradeName({ grade }: { grade: Grade }) {
  const [isOpen, setOpen] = useState(false);
  const { hasPermission } = useAccess();
  if (!hasPermission('registers.manage') || !hasPermission('locations.all')) return null;
  return (
    <>
      <Button variant="link" onClick={() => setOpen(true)}>
        {grade.name ? 'Rename' : 'Name this grade'}
      </Button>
      {isOpen && <NameDialog grade={grade} onClose={() => setOpen(false)} />}
    </>
  );
}

const naming = z.object({ name: line(nameMaxLength, z.minLength(1, 'Name is required')) });

function NameDialog({ grade: { code, name }, onClose }: { grade: Grade; onClose: () => void }) {
  const form = useSchemaForm(naming, { name: name ?? '' });
  const save = useSave({
    mutationFn: (input: z.output<typeof naming>, context) => nameGrade({ code, ...input }, context),
    onSuccess: (grade) => {
      onClose();
      showToast({ text: `Grade ${code} is called ${grade.name ?? code}` });
    },
  });
  return (
    <FormDialog title={`Name of grade ${code}`} submitLabel="Save" form={form} save={save} onClose={onClose}>
      <TextField label="Name" required {...form.register('name')} />
    </FormDialog>
  );
}
