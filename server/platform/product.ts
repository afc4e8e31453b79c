/**
 * The name of the product in backups and in PostgreSQL's list of connections, which both outlive a process. Nothing
 * else in this module knows the product.
 */
export const productKey = 'canopy';
