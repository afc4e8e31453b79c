// Runs in the page before the app: notes when things are painted. Times are milliseconds since the navigation.
(() => {
  const users = 'table[aria-label="Users"] tbody tr[aria-rowindex]:not([aria-busy]) td';
  const sales = 'main:has([aria-label="Sums"] svg rect) [aria-label="Sales"] tbody td';
  let painted = null;

  /** Resolves with the time when the frame with the current state of the page was painted. */
  const paint = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now());
        channel.port2.postMessage(null);
      });
    });

  const shown = new Promise((resolve) => {
    new MutationObserver(async (_, observer) => {
      if (!document.querySelector(users)) return;
      observer.disconnect();
      resolve(await paint());
    }).observe(document, { childList: true, subtree: true });
  });

  // From a key press to the paint of the first change that it made to the table, to the count or in a dialog.
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      painted = new Promise((resolve) => {
        const changes = new MutationObserver(async () => {
          changes.disconnect();
          resolve((await paint()) - timeStamp);
        });
        for (const part of document.querySelectorAll('main [role="status"], main table, [role="dialog"]'))
          changes.observe(part, { childList: true, subtree: true, characterData: true });
        setTimeout(() => resolve(null), 1000);
      });
    },
    { capture: true },
  );

  globalThis.bench = {
    /** Resolves with the time when the rows of Users were painted. */
    usersShown: () => shown,

    /** Opens a page of Sales as a link does. Resolves with the milliseconds until its content was painted. */
    async openSales(path) {
      const startedAt = performance.now();
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
      while (!document.querySelector(sales)) await new Promise(requestAnimationFrame);
      return (await paint()) - startedAt;
    },

    /** Null when the last key changed nothing in sight. */
    keyPainted: () => painted,
  };
})();
