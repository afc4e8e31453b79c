import { type ApiError, invalid } from '../../../kernel/errors.ts';

/** A file that cannot be read, with the sentence that says why and where. Nothing of it is stored. */
export function unreadable(message: string): ApiError {
  return invalid({ path: 'file', message });
}
