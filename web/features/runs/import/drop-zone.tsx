import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { IconUpload } from '../../../components/icons/icons.ts';
import { classes } from '../../../lib/browser/classes.ts';

export interface DropZoneProps {
  hint: string;
  /** Why the last file was refused. It stands in the zone, so that nothing moves. */
  error: string | null;
  onFile: (file: File) => void;
}

export function DropZone({ hint, error, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hintId = useId();

  function over(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its button does the same.
    <div
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
      className={classes(
        'flex min-h-72 flex-col items-center justify-center gap-3 rounded-menu border-2 border-dashed px-6 py-8 text-center',
        isOver ? 'border-petrol bg-petrol-soft' : 'border-line-strong',
      )}
    >
      {error && !isOver ? (
        <Alert tone="error" className="max-w-xl text-left wrap-anywhere">
          {error}
        </Alert>
      ) : (
        <>
          <IconUpload size={32} className="text-petrol" aria-hidden="true" />
          <p className="font-sign text-subheading font-semibold max-md:sr-only">
            {isOver ? 'Let go to read the file' : 'Drop a CSV file here'}
          </p>
        </>
      )}
      <Button aria-describedby={hintId} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p id={hintId} className="max-w-md text-small text-ink-soft">
        {hint}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The user may choose the same file again after correcting it.
          target.value = '';
        }}
      />
    </div>
  );
}
