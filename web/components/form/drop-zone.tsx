import { type DragEvent, useId, useRef, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { Button } from '../button/button.tsx';
import { Alert } from '../feedback/alert.tsx';
import { IconUpload } from '../icons/icons.ts';

export interface DropZoneProps {
  /** 'Drop a CSV file here' */
  prompt: string;
  accept: string;
  isMultiple?: boolean;
  hint: string;
  /** Why the last file was refused. It stands in the zone, so that nothing moves. */
  error: string | null;
  onFiles: (files: [File, ...File[]]) => void;
  className?: string;
}

export function DropZone({
  prompt,
  accept,
  isMultiple = false,
  hint,
  error,
  onFiles,
  className = 'min-h-72',
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const hintId = useId();

  function take(files: FileList | null) {
    const [first, ...others] = files ?? [];
    if (first) onFiles([first, ...(isMultiple ? others : [])]);
  }

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
        take(event.dataTransfer.files);
      }}
      className={classes(
        'flex flex-col items-center justify-center gap-3 rounded-menu border-2 border-dashed px-6 py-8 text-center',
        isOver ? 'border-petrol bg-petrol-soft' : 'border-line-strong',
        className,
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
            {isOver ? 'Let go to read the file' : prompt}
          </p>
        </>
      )}
      <Button aria-describedby={hintId} onClick={() => input.current?.click()}>
        {isMultiple ? 'Choose files' : 'Choose a file'}
      </Button>
      <p id={hintId} className="max-w-md text-small text-ink-soft">
        {hint}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        accept={accept}
        multiple={isMultiple}
        onChange={({ target }) => {
          take(target.files);
          // The user may choose the same file again after correcting it.
          target.value = '';
        }}
      />
    </div>
  );
}
