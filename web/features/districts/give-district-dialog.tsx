import { useState } from 'react';
import { displayName, type UserRow } from '../../../contract/users.ts';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { showSaved } from '../../components/table/marked-row.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { ChooseUser } from '../../parts/choose/user-choices.tsx';
import { type OpenedDistrict, switchDistrict } from './districts.api.ts';

interface GiveDistrictDialogProps {
  district: OpenedDistrict;
  onClose: () => void;
}

export function GiveDistrictDialog({ district, onClose }: GiveDistrictDialogProps) {
  const { name, location_count, users } = district;
  const [chosen, setChosen] = useState<UserRow | null>(null);
  const hasIt = users.some(({ id }) => id === chosen?.id);
  const save = useSave({
    mutationFn: async (user: UserRow, context) => switchDistrict(user.id, district, true, context),
    onSuccess: (_, user) => {
      onClose();
      showSaved(user, { about: user.id, text: `${name} given to ${displayName(user)}` });
    },
  });
  return (
    <SaveDialog
      title={`Give ${name} to a User`}
      submitLabel="Give"
      isDisabled={chosen === null || hasIt}
      isChanged={chosen !== null}
      isTall={chosen === null}
      save={save}
      onSubmit={() => {
        if (chosen) save.mutate(chosen);
      }}
      onClose={onClose}
    >
      <ChooseUser label="User" chosen={chosen ?? undefined} onChange={setChosen} />
      <p role="status" className="mt-3 min-h-[2lh] text-ink-soft">
        {chosen &&
          (hasIt
            ? `${displayName(chosen)} has it already.`
            : `${displayName(chosen)} will see ${countOf(location_count, 'location')} today, and new ones.`)}
      </p>
    </SaveDialog>
  );
}
