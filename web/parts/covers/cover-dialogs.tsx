import { useState } from 'react';
import type { Cover } from '../../../contract/covers.ts';
import { coverMaxDays } from '../../../contract/fields/limits.ts';
import type { Location, LocationChoice } from '../../../contract/locations.ts';
import type { UserRow } from '../../../contract/users.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { showToast } from '../../components/toast/toasts.ts';
import { issuesIn } from '../../lib/form/form.ts';
import { useSave } from '../../lib/form/use-save.ts';
import {
  describeClockChange,
  formatMomentIn,
  localTimeIn,
  timeZoneCity,
} from '../../lib/format/time-zone.ts';
import { LocationField } from '../choose/location-choices.tsx';
import { ChooseUser } from '../choose/user-choices.tsx';
import { changeCover, createCovers, endCover } from './covers.api.ts';

const dayMs = 86_400_000;

/** The Sunday that comes, at its last minute. */
export function nextSunday(zone: string, now = new Date()): string {
  const today = new Date(`${localTimeIn(zone, now).slice(0, 10)}T00:00:00Z`);
  const sunday = new Date(today.getTime() + (7 - today.getUTCDay()) * dayMs);
  return `${sunday.toISOString().slice(0, 10)}T23:59`;
}

interface UntilFieldProps {
  label?: 'From' | 'Until';
  /** Null for several locations, each with its own clock. */
  zone: string | null;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A clock time at the location. */
export function UntilField({ label = 'Until', zone, value, error, onChange }: UntilFieldProps) {
  const hint = `Location time${zone ? ` (${timeZoneCity(zone)})` : ''}, at most ${coverMaxDays} days`;
  const change = zone && describeClockChange(zone, value, label === 'Until' ? 'end' : 'start');
  return (
    <TextField
      type="datetime-local"
      label={label}
      required={label === 'Until'}
      hint={
        <>
          {label === 'Until' ? hint : 'Empty: from now on'}
          {change && <span className="block text-amber-ink">{change}</span>}
        </>
      }
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const until = ({ ends_at, location: { time_zone } }: Cover) => formatMomentIn(time_zone, ends_at);

/** What is refused at a field is said there. */
function useIssues(values: object, error: Error | null) {
  const issues = issuesIn(values, error);
  const of = (name: string) => issues.find(({ path }) => path === name)?.message;
  return { of, isAtField: issues.length > 0 };
}

export function ExtendCoverDialog({ cover, onClose }: { cover: Cover; onClose: () => void }) {
  const { user, location } = cover;
  const [start] = useState(() => localTimeIn(location.time_zone, new Date(cover.ends_at)));
  const [ends_at, setEnd] = useState(start);
  const save = useSave({
    mutationFn: (_, context) => changeCover(cover.id, ends_at, context),
    onSuccess: (stored) => {
      onClose();
      showToast({ about: user.id, text: `${user.name} covers ${location.name} until ${until(stored)}` });
    },
  });
  const { of, isAtField } = useIssues({ ends_at }, save.error);
  return (
    <SaveDialog
      title="Extend Cover"
      submitLabel="Save"
      isDisabled={!ends_at || ends_at === start}
      isChanged={ends_at !== start}
      save={isAtField ? { ...save, error: null } : save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <ClippedText className="-mt-2 mb-3 text-ink-soft">{`${user.name} at ${location.name}`}</ClippedText>
      <UntilField zone={location.time_zone} value={ends_at} error={of('ends_at')} onChange={setEnd} />
    </SaveDialog>
  );
}

export function EndCoverDialog({ cover, onClose }: { cover: Cover; onClose: () => void }) {
  const { user, location, state } = cover;
  const isUpcoming = state === 'upcoming';
  return (
    <ConfirmDialog
      title={isUpcoming ? 'Cancel Cover' : 'End Cover'}
      confirmLabel={isUpcoming ? 'Cancel it' : 'End now'}
      busyLabel="Ending..."
      act={(context) => endCover(cover.id, context)}
      done={{ about: user.id, text: `The cover of ${location.name} by ${user.name} is over` }}
      onClose={onClose}
    >
      {isUpcoming
        ? `${user.name} will not cover ${location.name}.`
        : `${user.name} no longer covers ${location.name}, from this moment on.`}
    </ConfirmDialog>
  );
}

type Named = { id: string; name: string };

interface LendDialogProps {
  /** The one that is known; the other is chosen. */
  user?: Named;
  location?: Location;
  onClose: () => void;
}

/** Lets a user cover a location, from the page of either. */
export function LendDialog({ user, location, onClose }: LendDialogProps) {
  const [lent, setLent] = useState<UserRow | null>(null);
  const [place, setPlace] = useState<LocationChoice | null>(null);
  const zone = location?.time_zone ?? place?.time_zone ?? null;
  const [ends_at, setEnd] = useState(() =>
    nextSunday(zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  const [starts_at, setStart] = useState('');
  const [reason, setReason] = useState('');
  const [user_id, location_id] = [user?.id ?? lent?.id ?? '', location?.id ?? place?.id ?? ''];
  const save = useSave({
    mutationFn: (_, context) =>
      createCovers(
        {
          ...{ user_id, location_ids: [location_id], ends_at },
          ...{ reason: reason.trim() || null, ...(starts_at && { starts_at }) },
        },
        context,
      ),
    onSuccess: ([cover]) => {
      onClose();
      if (!cover) return;
      const text = `${cover.user.name} covers ${cover.location.name} until ${until(cover)}`;
      showToast({ about: cover.user.id, text: cover.state === 'upcoming' ? `Saved: ${text}` : text });
    },
  });
  const { of, isAtField } = useIssues({ starts_at, ends_at, reason }, save.error);
  return (
    <SaveDialog
      title={user ? `Let ${user.name} Cover a Location` : 'Let a User Cover It'}
      submitLabel="Save"
      isTall={!user_id || !location_id}
      isDisabled={!user_id || !location_id || !ends_at}
      isChanged={Boolean(lent || place || reason)}
      save={isAtField ? { ...save, error: null } : save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {location && <ClippedText className="-mt-2 text-ink-soft">{location.name}</ClippedText>}
        {!user && <ChooseUser label="User" chosen={lent ?? undefined} onChange={setLent} />}
        {!location && (
          <LocationField label="Location" isOpenOnly chosen={place ?? undefined} onChange={setPlace} />
        )}
        <div className="flex flex-col gap-4">
          <UntilField
            label="From"
            zone={zone}
            value={starts_at}
            error={of('starts_at')}
            onChange={setStart}
          />
          <UntilField zone={zone} value={ends_at} error={of('ends_at')} onChange={setEnd} />
        </div>
        <TextField
          label="Reason"
          hint="Shown with the cover and in the audit log"
          error={of('reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </SaveDialog>
  );
}
