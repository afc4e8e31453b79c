export function OutgoingEmailText({ text }: { text: string }) {
  return (
    <p className="mb-4 rounded-control bg-surface-raised p-4 wrap-anywhere whitespace-pre-wrap">
      {text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
        // Every second part matched the parentheses of the pattern: a URL.
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
          <a key={index} href={part} target="_blank" rel="noreferrer" className="text-petrol underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
