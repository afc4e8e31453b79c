import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../components/button/button.tsx';
import { IconAlertTriangle } from '../components/icons/icons.ts';
import { messageOf } from '../lib/network/request-failed.ts';

export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-20 text-center">
      <IconAlertTriangle size={32} className="text-bad" aria-hidden="true" />
      <h1 className="font-sign text-heading font-semibold">Something went wrong</h1>
      <p className="max-w-md text-ink-soft">
        This page could not be shown. Loading it again usually helps. Saved changes are not lost.
      </p>
      <p className="max-w-md text-small text-ink-faint">{messageOf(error, '')}</p>
      <Button className="mt-2" onClick={() => location.reload()}>
        Load again
      </Button>
    </div>
  );
}
