import { Dialog } from '@base-ui/react/dialog';
import { Button } from '../button/button.tsx';

export function CancelButton() {
  return <Dialog.Close render={<Button variant="secondary" />}>Cancel</Dialog.Close>;
}
