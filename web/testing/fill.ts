import type { UserEvent } from '@testing-library/user-event';

/** Adds a text to a field in one step, as pasting does: where no test asks what happens at each key. */
export async function fill(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
