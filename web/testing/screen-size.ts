/** A desk in daylight unless a test says otherwise. */
const desk = { width: 1440, isDark: false };
let screen = { ...desk };

export function setScreen(changes: Partial<typeof desk>) {
  screen = { ...screen, ...changes };
}

export function resetScreen() {
  screen = { ...desk };
  window.matchMedia = matchMedia;
}

/** jsdom knows no media queries; these are the ones that the screens ask. */
function matchMedia(media: string): MediaQueryList {
  const matches = media.includes('prefers-color-scheme: dark')
    ? screen.isDark
    : media.includes('width < 48rem') && screen.width < 768;
  return Object.assign(new EventTarget(), {
    media,
    matches,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
}
