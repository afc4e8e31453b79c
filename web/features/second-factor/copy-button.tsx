import { useRef, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { copyText } from '../../lib/browser/copy-text.ts';

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
