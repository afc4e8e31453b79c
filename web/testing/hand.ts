import { fireEvent, waitFor } from '@testing-library/react';

/** Until then nobody listens for a hand: what keeps the rows of a list still is loaded after them. */
export async function listsHearHands() {
  await waitFor(() => {
    if (!document.querySelector('span.sr-only[role=status]')) throw new Error('No list hears hands yet');
  });
}

/** Moves the pointer to a row. */
export const hover = (row: Element) => fireEvent.pointerOver(row, { pointerType: 'mouse' });

/** Moves the pointer away from all lists. */
export const leave = () => hover(document.body);
