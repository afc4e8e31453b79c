import { useState } from 'react';
import type { AccountToken } from '../../../contract/tokens.ts';
import { Button } from '../../components/button/button.tsx';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { CopyField } from '../../components/form/copy-field.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { type SaveContext, useSave } from '../../lib/form/use-save.ts';
import { formatDay } from '../../lib/format/format-date.ts';
import { useProof } from '../../parts/proof/use-proof.tsx';

export interface MadeToken {
  token: Pick<AccountToken, 'name' | 'expires_at'>;
  secret: string;
}

/** The only time that the token is shown. */
export function SecretDialog({ made: { token, secret }, onClose }: { made: MadeToken; onClose: () => void }) {
  return (
    <Dialog
      width="wide"
      title={`Token ${token.name}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex flex-col gap-3 pb-2">
        <CopyField label="Token" text={secret} />
        <p>
          Whoever has it can do what it may do until {formatDay(token.expires_at)}. Keep it where the program
          keeps its passwords, never in its source code, and send it in a header:
        </p>
        <code className="block overflow-x-auto rounded-control bg-surface-raised px-3 py-2 font-mono text-small whitespace-pre">
          {'authorization: Bearer $CANOPY_TOKEN'}
        </code>
      </div>
    </Dialog>
  );
}

interface TokenDialogProps {
  token: AccountToken;
  acts: TokenActs;
  onClose: () => void;
}

/** Of the user, or of a service account. */
export interface TokenActs {
  renew: (id: string, overlap_days: number, context: SaveContext) => Promise<MadeToken>;
  end: (id: string, context: SaveContext) => Promise<void>;
}

const overlaps = [
  { value: '7', label: '7 days' },
  { value: '3', label: '3 days' },
  { value: '1', label: '1 day' },
  { value: '0', label: 'Not at all: it ends at once' },
] as const;

export function RenewTokenDialog({
  token: { id, name, expires_at },
  acts,
  onMade,
  onClose,
}: TokenDialogProps & { onMade: (made: MadeToken) => void }) {
  const [days, setDays] = useState<(typeof overlaps)[number]['value']>('7');
  const proof = useProof();
  const save = useSave<void, MadeToken | null>({
    mutationFn: (_, context) => proof.prove(() => acts.renew(id, Number(days), context)),
    onSuccess: (made) => made && onMade(made),
  });
  return (
    <SaveDialog
      title="Renew Token"
      submitLabel="Renew"
      busyLabel="Renewing..."
      save={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 pb-1">
        <p className="text-ink-soft">
          You get a second token with the rules of "{name}". Meanwhile the programs that have the first one go
          on, until {formatDay(expires_at)} at the latest.
        </p>
        <SelectField
          label="The first one still works for"
          isLabeled
          value={days}
          options={overlaps}
          onChange={setDays}
        />
        {proof.fields}
      </div>
    </SaveDialog>
  );
}

export function EndTokenDialog({ token: { id, name }, acts, onClose }: TokenDialogProps) {
  return (
    <ConfirmDialog
      title="End Token"
      confirmLabel="End token"
      busyLabel="Ending..."
      act={(context) => acts.end(id, context)}
      done={{ text: `Token ${name} ended` }}
      onClose={onClose}
    >
      <p>
        Are you sure you want to end "{name}"? Programs that use it are refused at once. This action cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}
