import { Panel } from '../../components/display/panel.tsx';
import { IconDeviceDesktop, IconMoon, IconSun } from '../../components/icons/icons.ts';
import { chooseTheme, useTheme } from '../../lib/browser/theme.ts';

const choices = [
  { choice: 'light', label: 'Light', text: 'For daytime', Icon: IconSun },
  { choice: 'dark', label: 'Dark', text: 'For the evening', Icon: IconMoon },
  { choice: 'system', label: 'System', text: 'Same as this device', Icon: IconDeviceDesktop },
] as const;

export function AppearancePanel() {
  const { choice: chosen } = useTheme();
  return (
    <Panel isTitleHidden title="Appearance" description="Remembered in this browser.">
      <fieldset className="grid max-w-2xl gap-3 sm:grid-cols-3">
        <legend className="sr-only">Theme</legend>
        {choices.map(({ choice, label, text, Icon }) => (
          <label
            key={choice}
            className="flex cursor-pointer items-center gap-3 rounded-control border border-line-strong p-3.5 has-checked:border-petrol has-checked:bg-petrol-soft has-checked:outline-1 has-checked:outline-petrol has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol"
          >
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={choice === chosen}
              onChange={() => chooseTheme(choice)}
            />
            <Icon size={22} className="text-petrol" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-small text-ink-soft">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
