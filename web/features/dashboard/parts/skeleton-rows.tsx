import { classes } from '../../../lib/browser/classes.ts';

export function SkeletonRows({ count, className }: { count: number; className: string }) {
  return (
    <ul aria-hidden="true">
      {[...Array(count).keys()].map((index) => (
        <li key={index} className={classes('flex items-center gap-3 px-5 max-md:px-4', className)}>
          <span className="size-4.5 rounded-full bg-line" />
          <span className={classes('h-3 rounded-badge bg-line', index % 2 === 0 ? 'w-1/2' : 'w-2/5')} />
          <span className="ml-auto h-3 w-8 rounded-badge bg-line" />
        </li>
      ))}
    </ul>
  );
}
