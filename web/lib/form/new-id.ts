import { useRef } from 'react';

/** `crypto.randomUUID` exists only on https and localhost, and a location's PC may use plain http. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

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
