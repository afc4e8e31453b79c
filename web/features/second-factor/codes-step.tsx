import { useRef, useState } from 'react';
import { showRecoveryCode } from '../../../contract/auth/second-factor.ts';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { IconDownload } from '../../components/icons/icons.ts';
import { copyText } from '../../lib/browser/copy-text.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';

/** Shown once, because the server stores only what it needs to check them. */
export function CodesStep({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isSaved, setSaved] = useState(false);
  const { product_name } = useAppConfig();
  const text = codes.map(showRecoveryCode).join('\n');

  function download() {
    const words = `Recovery codes for ${product_name}. Each works once in place of a code of the app.\n\n${text}\n`;
    saveFile(new Blob([words], { type: 'text/plain' }), 'recovery-codes.txt');
  }

  return (
    <Dialog
      title="Save your recovery codes"
      // Escape and a press on the backdrop must not close it, because the codes are never shown again.
      closable={false}
      onClose={() => isSaved && onClose()}
      footer={
        <Button disabled={!isSaved} onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4 pb-1">
        <p className="text-ink-soft">
          If you lose your phone, each code signs you in once. They are shown only now: print them, or save
          them in a password manager.
        </p>
        <ol
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-control bg-surface-raised p-4 font-mono text-small max-md:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {showRecoveryCode(code)}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} label="Copy" />
          <Button variant="secondary" icon={<IconDownload size={18} aria-hidden="true" />} onClick={download}>
            Download
          </Button>
        </div>
        <Checkbox
          className="self-start"
          label="I saved these codes"
          checked={isSaved}
          onChange={({ target }) => setSaved(target.checked)}
        />
      </div>
    </Dialog>
  );
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const source = useRef<HTMLTextAreaElement>(null);

  async function copy() {
    // Without a clipboard, the selection of the focused field is copied.
    const focused = document.activeElement;
    source.current?.select();
    const isCopied = await copyText(text);
    if (focused instanceof HTMLElement) focused.focus();
    setAnswer(isCopied ? 'Copied' : 'Not copied');
  }

  return (
    <>
      <textarea ref={source} value={text} readOnly tabIndex={-1} aria-hidden="true" className="sr-only" />
      <Button variant="secondary" onClick={() => void copy()}>
        {answer ?? label}
      </Button>
      <span role="status" className="sr-only">
        {answer}
      </span>
    </>
  );
}
