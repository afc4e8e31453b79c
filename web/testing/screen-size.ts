/** A desktop with the light theme, unless a test sets another. */
const desk = { width: 1440, isDark: false };
let screen = { ...desk };
let changes = new EventTarget();

/** Also of an open page, within `act`. */
export function setScreen(next: Partial<typeof desk>) {
  screen = { ...screen, ...next };
  changes.dispatchEvent(new Event('change'));
}

export function resetScreen() {
  screen = { ...desk };
  changes = new EventTarget();
  window.matchMedia = matchMedia;
}

/** jsdom does not support media queries; these are the ones that the screens use. */
function matchMedia(media: string): MediaQueryList {
  const target = changes;
  return {
    media,
    get matches() {
      return media.includes('prefers-color-scheme: dark')
        ? screen.isDark
        : screen.width < Number(/width < (\d+)rem/.exec(media)?.[1] ?? 0) * 16;
    },
    onchange: null,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
    addListener() {},
    removeListener() {},
  };
}
