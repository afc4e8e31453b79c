import { type ReactNode, useEffect, useRef, useState } from 'react';
import { copyText } from '../../lib/browser/copy-text.ts';
import { Button } from '../button/button.tsx';
import { TextField } from './text-field.tsx';

export interface CopyFieldProps {
  /** 'Link' */
  label: string;
  text: string;
  /** When it arrives. */
  copiesAtOnce?: boolean;
  /** What follows "It won't be shown again." */
  children?: ReactNode;
}

/** A secret that is shown once. */
export function CopyField({ label, text, copiesAtOnce = false, children }: CopyFieldProps) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const copy = () => {
    field.current?.select();
    void copyText(text).then(setCopied);
  };

  useEffect(() => {
    if (!copiesAtOnce) return;
    field.current?.select();
    void copyText(text).then(setCopied);
  }, [copiesAtOnce, text]);

  return (
    <>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            ref={field}
            label={label}
            value={text}
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
        {isCopied === false &&
          `Your browser blocked copying. Select the ${label.toLowerCase()} and copy it. `}
        {!isCopied && 'Copy it now. '}
        It won't be shown again.{children}
      </p>
    </>
  );
}
