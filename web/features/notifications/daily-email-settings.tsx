import { useMutation } from '@tanstack/react-query';
import {
  type DailyEmail,
  emailSectionLabels,
  emailSections,
  type NotificationSettings,
} from '../../../contract/notifications/notifications.ts';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { SelectInput } from '../../components/form/select-input.tsx';
import { TimeZoneField } from '../../components/form/time-zone-field.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { dayBefore, formatCalendarDay } from '../../lib/format/format-date.ts';
import { saveSettings } from './notifications.api.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** '7:00 AM' */
function hourText(hour: number): string {
  return `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`;
}

const hourOptions = hours.map((hour) => (
  <option key={hour} value={hour}>
    {hourText(hour)}
  </option>
));

/** Each choice is saved at once, as those of the kinds above. */
export function DailyEmailSettings({ settings }: { settings: NotificationSettings }) {
  const { daily, time_zone } = settings;
  const { hour, quiet, sections_off } = daily;
  const { seesSales } = useAccess();
  const save = useMutation({
    mutationFn: (body: Parameters<typeof saveSettings>[0], { client }) => saveSettings(body, { client }),
  });
  const set = (daily: Partial<DailyEmail>) => save.mutate({ daily });
  return (
    <section aria-label="When emails come" className="mt-6 border-t border-line pt-5">
      <h3 className="font-semibold">When emails come</h3>
      <p className="mb-4 text-ink-soft">
        One email a day has what is set to Daily. Without anything to say it does not come.
      </p>
      <SaveOutcome save={save} failed="Failed to save when emails come" className="mb-3" />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput
          label="Daily email at"
          name="hour"
          value={String(hour)}
          onChange={(value) => set({ hour: Number(value) })}
        >
          {hourOptions}
        </SelectInput>
        <TimeZoneField
          label="Time Zone"
          value={time_zone ?? ''}
          {...(time_zone === null && { empty: 'As the chain' })}
          onChange={(time_zone) => save.mutate({ time_zone })}
        />
        <SelectInput
          label="Quiet hours from"
          name="quiet_from"
          value={quiet ? String(quiet.from) : ''}
          hint="What comes at once waits until they end. Security notices do not."
          onChange={(from) =>
            // Until the daily email, which comes outside of them.
            set({ quiet: from === '' ? null : { from: Number(from), to: quiet?.to ?? hour } })
          }
        >
          <option value="">No quiet hours</option>
          {hourOptions}
        </SelectInput>
        <SelectInput
          label="Quiet hours to"
          name="quiet_to"
          value={quiet ? String(quiet.to) : ''}
          disabled={quiet === null}
          onChange={(to) => quiet && set({ quiet: { ...quiet, to: Number(to) } })}
        >
          {quiet === null && <option value="" />}
          {hourOptions}
        </SelectInput>
        <PauseField paused_until={daily.paused_until} set={set} />
      </div>
      {seesSales && (
        <fieldset className="mt-5">
          <legend className="font-medium">In the daily email about sales</legend>
          {emailSections.map((section) => (
            <div key={section}>
              <Checkbox
                label={emailSectionLabels[section]}
                checked={!sections_off.includes(section)}
                onChange={({ target }) => {
                  const others = sections_off.filter((one) => one !== section);
                  set({ sections_off: target.checked ? others : [...others, section] });
                }}
              />
            </div>
          ))}
        </fieldset>
      )}
    </section>
  );
}

const pauses = [
  { days: 1, label: '1 day' },
  { days: 7, label: '1 week' },
  { days: 14, label: '2 weeks' },
  { days: 28, label: '4 weeks' },
];

interface PauseFieldProps {
  paused_until: string | null;
  set: (daily: Partial<DailyEmail>) => void;
}

function PauseField({ paused_until, set }: PauseFieldProps) {
  const choices = pauses.map(({ days, label }) => ({ day: dayAfter(days), label }));
  const today = dayAfter(0);
  const until = paused_until !== null && paused_until > today ? paused_until : '';
  const isListed = until === '' || choices.some(({ day }) => day === until);
  return (
    <SelectInput
      label="Pause emails"
      name="paused_until"
      value={until}
      hint="Only security notices come. The first email after it has what waited."
      onChange={(day) => set({ paused_until: day || null })}
    >
      <option value="">Not paused</option>
      {!isListed && <option value={until}>Until {formatCalendarDay(until)}</option>}
      {choices.map(({ day, label }) => (
        <option key={day} value={day}>
          {label}, until {formatCalendarDay(day)}
        </option>
      ))}
    </SelectInput>
  );
}

/** The local day after so many. */
const dayAfter = (days: number) => dayBefore(-days);
