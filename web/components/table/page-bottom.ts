/** The id of the element of the shell where a page may put a bar. */
export const pageBottom = 'page-bottom';
