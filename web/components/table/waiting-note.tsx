import { useEffect, useRef, useState } from 'react';
import { countOf } from '../../lib/format/format-number.ts';
import { Button } from '../button/button.tsx';

export interface WaitingNoteProps {
  /** 'Users' */
  label: string;
  /** 'some' when nobody says how many. */
  waiting: number | 'some' | null;
  onShow: () => void;
}

/** What others changed and the list does not show yet: '3 changes · Show'. */
export function WaitingNote({ label, waiting, onShow }: WaitingNoteProps) {
  const changes = waiting === null ? '' : waiting === 'some' ? 'Changes' : countOf(waiting, 'change');
  const said = useSaidAtTimes(changes && `${changes} in ${label}`);
  return (
    <>
      <span role="status" className="sr-only">
        {said}
      </span>
      {changes && (
        <span className="inline-flex items-center gap-1 rounded-badge bg-surface text-small whitespace-nowrap text-ink-soft">
          {changes} ·
          <Button variant="link" onClick={onShow}>
            Show
          </Button>
        </span>
      )}
    </>
  );
}

const quietMs = 5_000;

/** The newest text, but at most one in 5 s, for screen readers. */
function useSaidAtTimes(text: string): string {
  const [said, say] = useState('');
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === '' || text === said) return;
    const waitMs = Math.max(0, saidAt.current + quietMs - Date.now());
    const timer = setTimeout(() => {
      saidAt.current = Date.now();
      say(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, said]);
  return text === '' ? '' : said;
}
