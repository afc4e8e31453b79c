export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file when the click returns, but some open it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** From 'attachment; filename="audit-2026-11-20.csv"'. */
export function fileNameOf(headers: Headers, fallback: string) {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? fallback;
}
