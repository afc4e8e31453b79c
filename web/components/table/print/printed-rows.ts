/** Lists with more rows than this are not printed whole, so that the dialog of the browser opens soon. */
export const printedRows = 5000;
