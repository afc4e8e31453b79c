import { IconButton } from '../../components/button/icon-button.tsx';
import { IconMoon, IconSun } from '../../components/icons/icons.ts';
import { chooseTheme, useTheme } from '../../lib/browser/theme.ts';

export function ThemeButton() {
  const { theme } = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Switch to ${other} theme`}
      icon={theme === 'dark' ? <IconSun size={20} /> : <IconMoon size={20} />}
      onClick={() => chooseTheme(other)}
    />
  );
}
