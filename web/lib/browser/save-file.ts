export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file when the click returns, but some open it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves a download under the name that the server gave it: 'attachment; filename="audit-2026-11-20.csv"'. */
export async function saveAnswer(
  answer: Promise<{ headers: Headers; blob: () => Promise<Blob> }>,
  fallback: string,
): Promise<void> {
  const { headers, blob } = await answer;
  saveFile(
    await blob(),
    /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? fallback,
  );
}
