import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { tokenDaysDefault } from '../../../contract/fields/limits.ts';
import {
  type AccountTokenInput,
  accountTokenInput,
  type TokenInput,
  tokenInput,
} from '../../../contract/tokens.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { useSchemaForm } from '../../lib/form/form.ts';
import { type SaveContext, useSave } from '../../lib/form/use-save.ts';
import { useProof } from '../../parts/proof/use-proof.tsx';
import type { MadeToken } from './token-dialogs.tsx';
import { NameField, PowerFields, UseFields } from './token-fields.tsx';
import { createToken } from './tokens.api.ts';

interface NewTokenDialogProps {
  onMade: (made: MadeToken) => void;
  onClose: () => void;
}

const look = {
  width: 'wide',
  title: 'New Token',
  submitLabel: 'Make token',
  busyLabel: 'Making...',
} as const;

const start = { name: '', allowed_networks: [], lifetime_days: tokenDaysDefault };

type Values = z.input<typeof tokenInput>;

/** Nothing is chosen: a token that is wider than needed is made on purpose only. */
const empty = { ...start, permissions: [], location_ids: [], district_ids: [] } as unknown as Values;

export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const form = useSchemaForm<Values, TokenInput>(tokenInput, empty);
  const { save, proof } = useMaking(createToken, onMade);
  return (
    <FormDialog {...look} form={form} save={save} onClose={onClose}>
      <Fields>
        <NameField form={form} />
        <PowerFields form={form} limit="It can never do more than you can at that moment." hasAll />
        <UseFields form={form} />
        {proof}
      </Fields>
    </FormDialog>
  );
}

type Make<Input> = (input: Input, context: SaveContext) => Promise<MadeToken>;

/** It may what its account may. */
export function NewAccountTokenDialog({
  make,
  onMade,
  onClose,
}: NewTokenDialogProps & { make: Make<AccountTokenInput> }) {
  const form = useSchemaForm<z.input<typeof accountTokenInput>, AccountTokenInput>(accountTokenInput, start);
  const { save, proof } = useMaking(make, onMade);
  return (
    <FormDialog {...look} form={form} save={save} onClose={onClose}>
      <Fields>
        <NameField form={form} />
        <UseFields form={form} />
        {proof}
      </Fields>
    </FormDialog>
  );
}

function useMaking<Input>(make: Make<Input>, onMade: (made: MadeToken) => void) {
  const proof = useProof();
  const save = useSave<Input, MadeToken | null>({
    mutationFn: (input, context) => proof.prove(() => make(input, context)),
    onSuccess: (made) => made && onMade(made),
  });
  return { save, proof: proof.fields };
}

function Fields({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-5 pb-2">{children}</div>;
}
