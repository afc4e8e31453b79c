export const auditKey = ['audit'];

/** The first part of the key of the newest entries that pass the filters; a part of the filters matches, too. */
export const recentAuditKey = (filters: object) => [...auditKey, 'recent', filters];
