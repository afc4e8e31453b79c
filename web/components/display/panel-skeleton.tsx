import { Card } from './card.tsx';

/** A panel that waits for what it is about. */
export function PanelSkeleton({ label }: { label: string }) {
  return (
    <Card className="px-6 py-4 max-md:px-4">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden="true" className="space-y-4 py-1.5">
        {['w-1/4', 'w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
          <span key={width} className={`block h-2.5 rounded-full bg-line ${width}`} />
        ))}
      </div>
    </Card>
  );
}
