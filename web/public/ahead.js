// Whoever is signed in needs the shell and the page of this address: their files are fetched while the framework is
// still on its way, not after it has run. The build writes their names into the page (scripts/vite/fetch-ahead.ts).
(() => {
  const list = document.querySelector('meta[name="canopy-ahead"]')?.content;
  try {
    if (!list || !localStorage.getItem('canopy.session')) return;
  } catch {
    // Storage may be blocked; then nobody is signed in yet.
    return;
  }
  const files = JSON.parse(list);
  for (const href of files[location.pathname] ?? files['*']) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
})();
