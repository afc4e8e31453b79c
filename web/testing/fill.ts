import type { UserEvent } from '@testing-library/user-event';

/** Adds a text to a field in one step, as pasting does, for tests that do not depend on single keys. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
