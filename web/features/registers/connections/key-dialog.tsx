import { useRef, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { copyText } from '../../../lib/browser/copy-text.ts';

export interface ShownKey {
  key: string;
  name: string;
}

/** The only time that the key is shown. */
export function KeyDialog({ shown: { key, name }, onClose }: { shown: ShownKey; onClose: () => void }) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const field = useRef<HTMLInputElement>(null);
  function copy() {
    field.current?.select();
    void copyText(key).then(setCopied);
  }
  return (
    <Dialog open title={`Key of ${name}`} onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <div className="space-y-3 pb-2">
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              ref={field}
              label="Key"
              value={key}
              readOnly
              onFocus={(event) => event.currentTarget.select()}
            />
          </div>
          <Button variant="secondary" className="h-11" onClick={copy}>
            Copy
          </Button>
        </div>
        <p role="status" className="text-small text-ink-soft">
          {isCopied && <span className="font-medium text-good">Copied. </span>}
          {isCopied === false && 'Your browser blocked copying. Select the key and copy it. '}
          {!isCopied && 'Copy it now. '}
          It won't be shown again.
        </p>
        <p>
          Give it to the program that sends the files of these registers. It is only good for sending register
          files.
        </p>
      </div>
    </Dialog>
  );
}
