import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { CopyField } from '../../../components/form/copy-field.tsx';

export interface ShownKey {
  key: string;
  name: string;
}

/** The only time that the key is shown. */
export function KeyDialog({ shown: { key, name }, onClose }: { shown: ShownKey; onClose: () => void }) {
  return (
    <Dialog title={`Key of ${name}`} onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <div className="flex flex-col gap-3 pb-2">
        <CopyField label="Key" text={key} />
        <p>
          Give it to the program that sends the files of these registers. It is only good for sending register
          files.
        </p>
      </div>
    </Dialog>
  );
}
