import { Dialog } from '@base-ui/react/dialog';
import { Button } from '../button/button.tsx';

/** Closes the dialog around it, as the close icon does. */
export function CancelButton() {
  return <Dialog.Close render={<Button variant="secondary" />}>Cancel</Dialog.Close>;
}
