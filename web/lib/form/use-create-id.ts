import { useRef } from 'react';
import { newId } from './new-id.ts';

/**
 * Ids for what a form creates. The same input has the same id, so that a repeated request makes no second row;
 * the server refuses other input under an id that it knows, so changed input has a new one.
 */
export function useCreateId(): (input: unknown) => string {
  const last = useRef({ sent: '', id: '' });
  return (input) => {
    const sent = JSON.stringify(input);
    if (last.current.sent !== sent) last.current = { sent, id: newId() };
    return last.current.id;
  };
}
