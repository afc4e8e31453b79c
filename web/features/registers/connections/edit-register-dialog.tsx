import { useState } from 'react';
import { type Register, type RegisterEdit, registerEdit } from '../../../../contract/registers.ts';
import { showToast } from '../../../components/toast/toasts.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useReload, useSave } from '../../../lib/form/use-save.ts';
import { registersQuery, updateRegister } from '../registers.api.ts';
import { RegisterForm, type RegisterValues, valuesOf } from './register-form.tsx';

export interface RegisterDialogProps {
  register: Register;
  onClose: () => void;
}

export function EditRegisterDialog({ register, onClose }: RegisterDialogProps) {
  const [seen, setSeen] = useState(register);
  const form = useSchemaForm<RegisterValues, RegisterEdit>(registerEdit, valuesOf(register));
  const save = useSave({
    mutationFn: (input: RegisterEdit, context) => updateRegister(seen, input, context),
    onSuccess: ({ name }) => {
      onClose();
      showToast({ text: `${name} updated` });
    },
  });
  const reload = useReload(registersQuery(), (registers) => {
    const stored = registers.find(({ id }) => id === register.id) ?? register;
    setSeen(stored);
    form.reset(valuesOf(stored));
  });
  return (
    <RegisterForm
      title="Edit Register"
      submitLabel="Update"
      form={form}
      save={save}
      reload={reload}
      onClose={onClose}
    />
  );
}
