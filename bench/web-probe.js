// Runs in the page before the app: notes when things are painted. Times are milliseconds since the navigation.
(() => {
  const users = {
    content: 'table[aria-label="Users"] tbody tr[aria-rowindex]:not([aria-busy]) td',
    list: '/api/users?',
  };
  const sales = {
    content: 'main:has([aria-label="Sums"] svg rect) [aria-label="Sales"] tbody td',
    list: '/api/sales?',
  };
  const login = { content: 'input[placeholder="Enter email"]', list: '' };
  const [, first] = location.pathname.split('/');
  const { content, list } = { login, sales }[first] ?? users;
  const tasks = [];
  let shownMs = 0;
  let painted = null;

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const isListPage = ({ name }) => name.includes(list);
  const isCode = ({ name }) => /\.(js|css)$/.test(new URL(name).pathname);
  const resources = (wanted) => performance.getEntriesByType('resource').filter(wanted);
  const bytesOf = (entries) => entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);

  /** Resolves with the time when the frame with the current state of the page was painted. */
  const paint = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now());
        channel.port2.postMessage(null);
      });
    });

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      tasks.push({ startTime, duration, endTime: startTime + duration });
  }).observe({ type: 'longtask', buffered: true });

  new MutationObserver(async (_, observer) => {
    if (!document.querySelector(content)) return;
    observer.disconnect();
    shownMs = await paint();
  }).observe(document, { childList: true, subtree: true });

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
    /** Opens a page of Sales as a link does. Resolves with the milliseconds until its content was painted. */
    async openSales(path) {
      const startedAt = performance.now();
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
      while (!document.querySelector(sales.content)) await new Promise(requestAnimationFrame);
      return (await paint()) - startedAt;
    },

    /** Resolves when the page shows its content. */
    async code() {
      while (shownMs === 0) await pause(20);
      const shown = resources((entry) => isCode(entry) && entry.responseEnd <= shownMs);
      return { shownKb: bytesOf(shown) / 1000, allKb: bytesOf(resources(isCode)) / 1000 };
    },

    /** Resolves when no page of the list has arrived for a while and no long task has run. */
    async loaded() {
      for (;;) {
        await pause(100);
        const pages = resources(isListPage);
        const lastPageMs = Math.max(0, ...pages.map(({ responseEnd }) => responseEnd));
        const quietSince = Math.max(lastPageMs, ...tasks.map(({ endTime }) => endTime));
        if (shownMs === 0 || lastPageMs === 0 || performance.now() - quietSince < 1500) continue;
        const after = tasks.filter(({ startTime }) => startTime > shownMs);
        const lastWork = after.findLast(({ startTime }) => startTime < lastPageMs + 500);
        return {
          shownMs,
          completeMs: Math.max(lastPageMs, lastWork?.endTime ?? 0),
          longestTaskMs: Math.max(0, ...after.map(({ duration }) => duration)),
          listMb: bytesOf(pages) / 1e6,
        };
      }
    },

    /** Null when the last key changed nothing in sight. */
    keyPainted: () => painted,
  };
})();
