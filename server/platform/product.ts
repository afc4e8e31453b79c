/** For backups and PostgreSQL's list of connections, which both outlive a process. */
export const productKey = 'canopy';
