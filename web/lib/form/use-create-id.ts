import { useRef } from 'react';
import { newId } from './new-id.ts';

/**
 * The same input has the same id, so that a repeated request creates no second row. Changed input has a new one,
 * because the server refuses other input under a known id.
 */
export function useCreateId(): (input: unknown) => string {
  const last = useRef({ sent: '', id: '' });
  return (input) => {
    const sent = JSON.stringify(input);
    if (last.current.sent !== sent) last.current = { sent, id: newId() };
    return last.current.id;
  };
}
