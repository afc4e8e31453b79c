import { type RegisterInput, registerInput } from '../../../../contract/registers.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useCreateId } from '../../../lib/form/new-id.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { createRegister } from '../registers.api.ts';
import type { ShownKey } from './key-dialog.tsx';
import { emptyRegister, RegisterForm, type RegisterValues } from './register-form.tsx';

export interface AddRegisterDialogProps {
  onAdded: (key: ShownKey) => void;
  onClose: () => void;
}

export function AddRegisterDialog({ onAdded, onClose }: AddRegisterDialogProps) {
  const idOf = useCreateId();
  const form = useSchemaForm<RegisterValues, RegisterInput>(registerInput, emptyRegister);
  const save = useSave({
    mutationFn: (input: RegisterInput, context) => createRegister(idOf(input), input, context),
    onSuccess: ({ key, register }) => onAdded({ key, name: register.name }),
  });
  return (
    <RegisterForm title="Connect Register" submitLabel="Connect" form={form} save={save} onClose={onClose} />
  );
}
