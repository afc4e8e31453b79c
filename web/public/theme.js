// Runs before the first paint, so that a remembered dark theme never flashes white; lib/browser/theme.ts takes over.
// It is a file of its own, because the Content-Security-Policy forbids inline scripts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('canopy.theme');
  } catch {
    // When the storage is blocked, the system's theme is used.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = choice === 'dark' || (choice !== 'light' && systemIsDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  // The phone's status bar takes the color of the top bar.
  const color = document.querySelector('meta[name="theme-color"]');
  if (color) color.content = isDark ? '#091214' : '#0b2f36';
})();
