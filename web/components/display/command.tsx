import { useState } from 'react';
import { copyText } from '../../lib/browser/copy-text.ts';
import { Button } from '../button/button.tsx';

export interface CommandProps {
  label: string;
  children: string;
}

/** What users type into a terminal. */
export function Command({ label, children }: CommandProps) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <p>{label}</p>
        <span className="flex shrink-0 items-center gap-3">
          <span role="status" className="text-small text-ink-soft">
            {isCopied && 'Copied'}
            {isCopied === false && 'Select it and copy it'}
          </span>
          <Button
            variant="link"
            className="max-md:min-h-11 max-md:min-w-11"
            aria-label={`Copy: ${label}`}
            onClick={() => void copyText(children).then(setCopied)}
          >
            Copy
          </Button>
        </span>
      </div>
      <pre className="rounded-control border border-line bg-surface-raised px-3 py-2 font-mono text-small whitespace-pre-wrap wrap-anywhere">
        {children}
      </pre>
    </div>
  );
}
