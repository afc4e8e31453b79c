import { IconDownload } from '../icons/icons.ts';
import { Button } from './button.tsx';

/** On a phone the menu of the page has the act. */
export function ExportButton({
  download,
  disabled,
}: {
  download: { isPending: boolean; mutate: () => void };
  disabled: boolean;
}) {
  return (
    <Button
      variant="secondary"
      className="max-md:hidden"
      icon={<IconDownload size={18} aria-hidden="true" />}
      loading={download.isPending}
      loadingLabel="Exporting..."
      disabled={disabled}
      onClick={() => download.mutate()}
    >
      Export CSV
    </Button>
  );
}
