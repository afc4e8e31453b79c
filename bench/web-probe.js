// Runs in the page before the app does: notes when things were painted. Times are milliseconds since the navigation.
(() => {
  const content = location.pathname.startsWith('/login')
    ? 'input[placeholder="Enter email"]'
    : 'table[aria-label="Users"] tr[aria-rowindex]:not([aria-busy]) td';
  const quietMs = 1500;
  let shownMs = 0;
  let lastPageMs = 0;
  const tasks = [];

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (isListPage(entry.name)) lastPageMs = Math.max(lastPageMs, entry.responseEnd);
    }
  }).observe({ type: 'resource', buffered: true });

  /** Calls back when the frame that holds the present state of the page was painted. */
  function afterPaint(done) {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now());
      channel.port2.postMessage(null);
    });
  }

  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  const isListPage = (name) => name.includes('/api/users?');
  const isCode = (name) => /\.(js|css)$/.test(new URL(name).pathname);

  /** Bytes of bodies as they came over the wire. */
  function bytesOf(wanted) {
    const entries = performance.getEntriesByType('resource').filter(wanted);
    return entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  }

  const watchContent = new MutationObserver(() => {
    if (shownMs > 0 || !document.querySelector(content)) return;
    shownMs = -1;
    watchContent.disconnect();
    afterPaint((time) => {
      shownMs = time;
    });
  });
  watchContent.observe(document, { childList: true, subtree: true });

  let painted = null;

  globalThis.bench = {
    /** Resolves when the page shows what it is for: when that was, and how much code it took. */
    async shown() {
      while (shownMs <= 0) await pause(20);
      return {
        shownMs,
        codeBytes: bytesOf(({ name, responseEnd }) => isCode(name) && responseEnd <= shownMs),
      };
    },

    /** JavaScript and CSS so far, with what the page fetched ahead. */
    codeBytes: () => bytesOf(({ name }) => isCode(name)),

    /** Resolves when no page of the list has come for a while and no task runs. */
    async loaded() {
      for (;;) {
        await pause(100);
        const lastTaskEnd = Math.max(0, ...tasks.map((task) => task.startTime + task.duration));
        const quietSince = Math.max(lastPageMs, lastTaskEnd);
        if (shownMs > 0 && lastPageMs > 0 && performance.now() - quietSince > quietMs) break;
      }
      const after = tasks.filter((task) => task.startTime > shownMs);
      const lastWork = after.filter((task) => task.startTime < lastPageMs + 500).at(-1);
      return {
        completeMs: Math.max(lastPageMs, lastWork ? lastWork.startTime + lastWork.duration : 0),
        longestTaskMs: Math.max(0, ...after.map((task) => task.duration)),
        listBytes: bytesOf(({ name }) => isListPage(name)),
      };
    },

    /** The next key press is measured: from the event's own time to the paint of the first change it made. */
    expectKey() {
      painted = new Promise((resolve) => {
        addEventListener(
          'keydown',
          (event) => {
            const giveUp = setTimeout(() => settle(null), 1000);
            const settle = (result) => {
              clearTimeout(giveUp);
              changes.disconnect();
              resolve(result);
            };
            const changes = new MutationObserver(() => {
              changes.disconnect();
              afterPaint((time) => settle(time - event.timeStamp));
            });
            const options = { childList: true, subtree: true, characterData: true };
            for (const part of document.querySelectorAll('main [role="status"], main table'))
              changes.observe(part, options);
          },
          { capture: true, once: true },
        );
      });
      return true;
    },

    /** Null when the key changed nothing in sight. */
    keyPainted: () => painted,
  };
})();
