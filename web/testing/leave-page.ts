/** Whether the browser asks when the page is reloaded or its tab is closed. */
export function asksBeforeUnload(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
