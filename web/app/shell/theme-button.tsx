import { IconButton } from '../../components/icon-button.tsx';
import { IconMoon, IconSun } from '../../components/icons.ts';
import { chooseTheme, useTheme } from '../../lib/theme.ts';

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
