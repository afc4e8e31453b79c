import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { kindOf } from '../../../contract/notifications/notification-kinds.ts';
import type {
  NotificationSetting,
  NotificationSettings,
} from '../../../contract/notifications/notifications.ts';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { DailyEmailSettings } from './daily-email-settings.tsx';
import { notificationSettingsQuery, saveSettings } from './notifications.api.ts';

const section = 'notifications';

export function NotificationSettingsPanel() {
  const query = useQuery(notificationSettingsQuery);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: Parameters<typeof saveSettings>[0]) => saveSettings(body, { client }),
  });
  const isLoaded = query.data !== undefined;
  useEffect(() => {
    // The page loads this part after the browser looked for it.
    if (isLoaded && location.hash === `#${section}`) document.getElementById(section)?.scrollIntoView();
  }, [isLoaded]);
  return (
    <Panel
      isSection
      id={section}
      title="Notifications"
      description="What the bell and emails tell you. Security notices always come."
    >
      <SaveOutcome save={save} failed="Failed to save the notification settings" className="mb-3" />
      <QueryView query={query} loading="Loading notification settings..." className="py-6">
        {(settings) => (
          <>
            <Kinds settings={settings} save={(setting) => save.mutate({ settings: [setting] })} />
            <DailyEmailSettings settings={settings} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

const emails = [
  { value: 'now', label: 'At once' },
  { value: 'daily', label: 'Daily' },
  { value: 'never', label: 'Never' },
] as const;
const emailsOfViews = [{ value: 'now', label: 'Per view' }, emails[2]] as const;

interface KindsProps {
  settings: NotificationSettings;
  save: (setting: NotificationSetting) => void;
}

function Kinds({ settings: { settings }, save }: KindsProps) {
  return (
    <table className="w-full">
      <thead className="text-left text-small text-ink-soft">
        <tr>
          <th scope="col" className="pb-1 font-normal">
            Tell me when
          </th>
          <th scope="col" className="w-14 pb-1 text-center font-normal">
            Bell
          </th>
          <th scope="col" className="w-36 pb-1 font-normal">
            Email
          </th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => {
          const { kind, bell, email } = setting;
          const { label, isFixed, isEmailChosenElsewhere } = kindOf(kind);
          return (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {label}
              </th>
              <td className="text-center">
                <label className="inline-grid size-9 place-items-center max-md:size-11">
                  <input
                    type="checkbox"
                    className="check"
                    aria-label={`Bell: ${label}`}
                    checked={bell}
                    disabled={isFixed}
                    onChange={({ target }) => save({ kind, email, bell: target.checked })}
                  />
                </label>
              </td>
              <td className="py-1.5">
                {isFixed ? (
                  <span className="text-ink-soft">Always</span>
                ) : (
                  <SelectField
                    label={`Email: ${label}`}
                    value={email}
                    options={isEmailChosenElsewhere ? emailsOfViews : emails}
                    onChange={(email) => save({ kind, bell, email })}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
