/**
 * The name of the product in what outlives a process: backups, and the list of connections of PostgreSQL. Nothing else in
 * this module knows it.
 */
export const productKey = 'canopy';
