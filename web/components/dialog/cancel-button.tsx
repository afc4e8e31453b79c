import { Dialog } from '@base-ui/react/dialog';
import { Button } from '../button/button.tsx';

/** Closes the dialog that it stands in, as the close icon does. */
export function CancelButton() {
  return <Dialog.Close render={<Button variant="secondary" />}>Cancel</Dialog.Close>;
}
