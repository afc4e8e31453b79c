const narrow = /[fijlrt.,:;'|!()[\] -]/;
const wide = /[mwMWO@%&]/;
const capital = /\p{Lu}/u;

/** Rather too wide than too narrow. Measuring each text would lay out the page at every key press. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (narrow.test(letter)) width += 5;
    else if (wide.test(letter)) width += 11.5;
    // Letters of Chinese, Japanese and Korean are square.
    else if (letter >= '\u1100') width += 13;
    else width += capital.test(letter) ? 8.6 : 7.4;
  }
  return width;
}
