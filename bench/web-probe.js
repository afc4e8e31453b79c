// Runs in the page before the app: notes when things are painted. Times are milliseconds since the navigation.
(() => {
  const users = 'table[aria-label="Users"] tbody tr[aria-rowindex]:not([aria-busy]) td';
  const sales = 'main:has([aria-label="Sums"] [data-bar]) [aria-label="Rows"] tbody td';
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

  // From a press to the last paint of the table, the count or a dialog, when all requests that it caused were answered.
  let asked = 0;
  const { fetch } = globalThis;
  globalThis.fetch = async (...input) => {
    const isAsked = /\/api\/(users|search)\?/.test(input[0].url ?? input[0]);
    if (isAsked) asked++;
    try {
      return await fetch(...input);
    } finally {
      if (isAsked) asked--;
    }
  };
  const watch = ({ timeStamp }) => {
    painted = new Promise((resolve) => {
      let last = null;
      let quiet = 0;
      const changes = new MutationObserver(async () => {
        quiet = 0;
        last = (await paint()) - timeStamp;
      });
      for (const part of document.querySelectorAll('main [role="status"], main table, [role="dialog"]'))
        changes.observe(part, { childList: true, subtree: true, characterData: true });
      const timer = setInterval(() => {
        quiet = asked > 0 ? 0 : quiet + 1;
        if (quiet < 8) return;
        clearInterval(timer);
        changes.disconnect();
        resolve(last);
      }, 50);
    });
  };
  addEventListener('keydown', watch, { capture: true });
  addEventListener('click', watch, { capture: true });

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

    /** Kilobytes of all rows that were loaded, as they come over the wire. */
    rowsKb: () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/users?'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0),

    /** Null when the last press changed nothing in sight. */
    pressPainted: () => painted,
  };
})();
