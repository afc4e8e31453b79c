/** A desktop with the light theme, unless a test sets another. */
const desk = { width: 1440, isDark: false };
let screen = { ...desk };

export function setScreen(changes: Partial<typeof desk>) {
  screen = { ...screen, ...changes };
}

export function resetScreen() {
  screen = { ...desk };
  window.matchMedia = matchMedia;
}

/** jsdom does not support media queries; these are the ones that the screens use. */
function matchMedia(media: string): MediaQueryList {
  const matches = media.includes('prefers-color-scheme: dark')
    ? screen.isDark
    : screen.width < Number(/width < (\d+)rem/.exec(media)?.[1] ?? 0) * 16;
  return Object.assign(new EventTarget(), {
    media,
    matches,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
}
