import { useRowPress } from '../../components/table/hold/row-press.ts';

/** What lets screens follow the changes of others. It is loaded after the first rows. */
export function LivePart() {
  useRowPress();
  return null;
}
