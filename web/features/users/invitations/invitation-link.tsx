import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { copyText } from '../../../lib/browser/copy-text.ts';

/** Copies the link as soon as it arrives, and shows it where the browser blocks copying. */
export function InvitationLink({ link, name }: { link: string; name: string }) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.select();
    void copyText(link).then(setCopied);
  }, [link]);

  return (
    <div className="space-y-2 border-t border-line pt-4 pb-1">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            ref={field}
            label="Link"
            value={link}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <Button
          variant="secondary"
          className="h-11"
          onClick={() => {
            field.current?.select();
            void copyText(link).then(setCopied);
          }}
        >
          Copy
        </Button>
      </div>
      <p role="status" className="text-small text-ink-soft">
        {isCopied && <span className="font-medium text-good">Copied. </span>}
        {isCopied === false && 'Your browser blocked copying. Select the link and copy it. '}
        {!isCopied && 'Copy it now. '}
        It won't be shown again. Older links no longer work. Anyone who opens it can choose the password of
        this account, so give it only to {name}.
      </p>
    </div>
  );
}
