import * as z from 'zod/mini';

/** Line breaks, marks that change the direction of text, and characters that make one name look like another. */
export const visible = z.refine<string>((value) => !unseen.test(value.replace(spelling, '')), {
  message: 'Contains invisible characters',
});

/** Marks alone are not visible: they need a character to combine with. */
export const hasVisibleCharacter = z.refine<string>(
  (value) => value === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(value),
  {
    message: 'Must contain a visible character',
  },
);

// The last two are symbols by their class and blank by their shape: empty braille cell, empty note head.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

/** They change how the character before them is written. Without them some names are wrong. */
const spelling = new RegExp(
  [
    // Joiners, as in Persian and Sinhala.
    String.raw`(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}])[\u200C\u200D]`,
    // The form of a letter or of a Chinese character, as in Japanese family names.
    String.raw`(?<=\p{sc=Mong})[\u180B-\u180D\u180F]`,
    String.raw`(?<=\p{sc=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
    // Emoji that combine several characters.
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\uFE0F\u200D]`,
  ].join('|'),
  'gu',
);
