import type { Setting } from '../../../contract/settings.ts';
import { formatDate } from '../../lib/format/format-date.ts';

export function SettingsList({ settings }: { settings: readonly Omit<Setting, 'group'>[] }) {
  return (
    <dl className="mt-1">
      {settings.map(({ name, variable, at, value, meaning }) => (
        <div
          key={name}
          className="grid gap-x-6 border-line py-2.5 not-last:border-b md:grid-cols-[20rem_1fr]"
        >
          <dt>
            <span className="block font-semibold">{name}</span>
            {variable && <span className="block text-small break-all text-ink-faint">{variable}</span>}
          </dt>
          <dd className="min-w-0">
            <p className="wrap-anywhere">{at ? `${formatDate(at)}, ${value}` : value}</p>
            <p className="text-small text-ink-soft">{meaning}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
