export const pageBottom = 'page-bottom';
