import { type ApiError, invalid } from '../../../../kernel/errors.ts';

/** The error for a file that cannot be read, with a sentence about why and where. Nothing is stored. */
export function unreadable(message: string): ApiError {
  return invalid({ path: 'file', message });
}
